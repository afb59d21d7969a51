/** Leads to a list as an Excel file. @param isFiltered whether the file holds less than all */
export function ExportLink({ href, isFiltered }: { href: string; isFiltered: boolean }) {
  return (
    <p className="no-print">
      <a href={href} download>
        Export to Excel{isFiltered ? " (what is shown)" : ""}
      </a>
    </p>
  );
}
