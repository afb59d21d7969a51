import type { MouseEvent } from "react";

interface FileLinkProps {
  href: string;
  label: string;
  /** What the file holds, for screen readers. */
  of: string;
}

/** A link to an image, or to another file of a result. */
export function FileLink({ href, label, of }: FileLinkProps) {
  return (
    <a href={href} data-download aria-label={`${label}: ${of}`}>
      {label}
    </a>
  );
}

/**
 * Downloads the file of the link with `data-download` that was clicked. Without script the browser does it. With script the link shows that
 * the file is being prepared, and a failure leads to the page that tells why, instead of saving that page as a file.
 */
export function downloadClicked(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-download]") : null;
  if (!link || isModified(event)) return;
  event.preventDefault();
  if (link.hasAttribute("aria-busy")) return;
  // Screen readers tell what changes in an element that was there before. Not every link has one.
  const kept = link.querySelector("[role=status]");
  const status = kept ?? document.createElement("span");
  if (!kept) link.append(status);
  link.setAttribute("aria-busy", "true");
  status.textContent = " Preparing…";
  void takeOrLead(link.href).finally(() => {
    link.removeAttribute("aria-busy");
    if (kept) kept.textContent = "";
    else status.remove();
  });
}

const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey;

/** Saves the file at an address, or opens the page that says why there is none. */
async function takeOrLead(href: string): Promise<void> {
  if (!(await takeFile(href))) window.location.assign(href);
}

/** Saves the file at an address with script. @returns whether there was one */
export async function takeFile(href: string): Promise<boolean> {
  try {
    const response = await fetch(href);
    const name = fileName(response.headers.get("Content-Disposition"));
    if (!response.ok || name === undefined) return false;
    const address = URL.createObjectURL(await response.blob());
    Object.assign(document.createElement("a"), { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return true;
  } catch {
    return false;
  }
}

/** The file name that the server sent (RFC 6266); undefined when it sent no file. */
function fileName(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? "") ?? [];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}
