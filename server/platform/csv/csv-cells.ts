// csv-stringify's `escape_formulas` leaves a value such as '=1 unchanged, which would lose its apostrophe when read back.
/** Matches cells that spreadsheets treat as a formula, also with leading apostrophes or in full-width characters. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** Formats a cell: formulas get a leading apostrophe (CWE-1236), other values get quotes where needed. */
function writeCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Removes the apostrophe that `writeCell` adds from a parsed cell. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/**
 * Formats a line that ends with CRLF (RFC 4180).
 * @param numbers cells at the end in which a leading minus is not escaped, so that spreadsheets can sum the column
 */
export function writeLine(values: string[], numbers: string[] = []): string {
  return `${[...values.map(writeCell), ...numbers].join(',')}\r\n`
}
