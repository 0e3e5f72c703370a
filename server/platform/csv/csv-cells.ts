/** What spreadsheets take for a formula, or for something that looks like one, also in full width. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** A cell of a table as it is written: what a spreadsheet would run gets an apostrophe in front (CWE-1236), quotes where needed. */
export function writeCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The value of a cell whose quotes are off already: takes away the one apostrophe that `writeCell` puts there. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/** One line of a table, with the line break that spreadsheets expect (RFC 4180). */
export function writeLine(values: string[]): string {
  return `${values.map(writeCell).join(',')}\r\n`
}
