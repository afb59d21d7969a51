import { type MouseEvent, useState } from "react";
import { DownloadIcon } from "~/components/shell/icons";
import { Button } from "~/components/shell/parts";

/** 'Download image' of one table or chart (docs/rules/results-and-files.md#images). */
export function ImageLink({ href, of }: { href: string; of: string }) {
  return (
    <a href={href} data-download aria-label={`Download image: ${of}`}>
      Download image
    </a>
  );
}

/** An image in another format, or a part of it. @param label what the link says; `of` tells screen readers more */
export function FormatLink({ href, label, of }: { href: string; label: string; of: string }) {
  return (
    <a href={href} data-download aria-label={`${label}: ${of}`}>
      {label}
    </a>
  );
}

/**
 * Downloads the file of a link in read-only markup, as `useDownload` does for a link in a component. Without script the browser does it.
 */
export function downloadClicked(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-download]") : null;
  if (!link || isModified(event)) return;
  event.preventDefault();
  if (link.ariaBusy === "true") return;
  const status = document.createElement("span");
  Object.assign(status, { role: "status" });
  link.ariaBusy = "true";
  link.append(status);
  status.textContent = " Preparing…";
  void takeOrLead(link.href).finally(() => {
    link.ariaBusy = null;
    status.remove();
  });
}

/** 'Download all images' in one archive (docs/rules/results-and-files.md#images). */
export function ImagesLink({ href }: { href: string }) {
  const { link, busy } = useDownload(href);
  return (
    <a href={href} {...link}>
      <DownloadIcon className="icon" aria-hidden />
      Download all images
      <Preparing busy={busy} />
    </a>
  );
}

/** 'Export to Excel' (docs/rules/results-and-files.md#excel). */
export function WorkbookLink({ href }: { href: string }) {
  const { link, busy } = useDownload(href);
  return (
    <Button asChild variant="soft">
      <a href={href} {...link}>
        <DownloadIcon aria-hidden />
        Export to Excel
        <Preparing busy={busy} />
      </a>
    </Button>
  );
}

function Preparing({ busy }: { busy: boolean }) {
  return <span role="status">{busy ? " Preparing…" : ""}</span>;
}

/**
 * A link to a file. Without script the browser downloads it. With script the link shows that the file is being prepared, and a failure
 * leads to the page that tells why, instead of saving that page as a file.
 */
function useDownload(href: string) {
  const [busy, setBusy] = useState(false);
  const onClick = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (isModified(event)) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await takeOrLead(href);
    setBusy(false);
  };
  return { busy, link: { onClick, "aria-busy": busy } };
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
