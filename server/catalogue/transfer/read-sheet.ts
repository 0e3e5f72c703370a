import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { readCell } from '#server/platform/csv/csv-cells.ts'
import { normalizeText } from '#server/platform/normalize-text.ts'
import { CommandError } from '#server/platform/problems.ts'
import { recognizeSheet, type Sheet } from './sheets.ts'

/** Row as the form would send it. `number` is the row number in a spreadsheet, where the header is row 1. */
export type SheetRow = { number: number; fields: Record<string, string>; surplus: boolean }

const HEAD_BYTES = 4096
/** A form accepts at most 64 KB in one field; a quote that is never closed must not swallow the rest of a large file. */
const LONGEST_ROW = 512 * 1024

/** Reads the header of a table and, one at a time, its rows that are not empty. Refuses everything but CSV in UTF-8. */
export async function* readSheet(path: string): AsyncGenerator<{ sheet: Sheet; row: SheetRow }> {
  const delimiter = await findDelimiter(path)
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: LONGEST_ROW })
  // Not `compose`: when the reader stops early, it destroys the parser with an error that nobody listens to, which ends the process. Errors
  // of the pipeline reach the reader of the rows.
  const records: AsyncIterable<string[]> = pipeline(decoded(path), parser, () => undefined)
  let number = 0
  let header: ReturnType<typeof recognizeSheet> | undefined
  try {
    for await (const cells of records) {
      number += 1
      if (!header) header = recognizeSheet(cells)
      else if (cells.some((cell) => cell.trim() !== '')) yield { sheet: header.sheet, row: toRow(number, header.columns, cells) }
    }
  } catch (error) {
    throw error instanceof CsvError
      ? new CommandError(`The table can't be read after row ${number}: ${error.message}`, { cause: error })
      : error
  }
  if (!header) throw new CommandError('The table is empty.')
}

function toRow(number: number, columns: string[], cells: string[]): SheetRow {
  const fields: Record<string, string> = Object.create(null)
  for (const [index, column] of columns.entries()) if (column) fields[column] = normalizeText(readCell(cells[index] ?? ''))
  return { number, fields, surplus: cells.some((cell, index) => !columns[index] && cell.trim() !== '') }
}

// csv-parse's `delimiter_auto` takes the commas inside a description for the delimiter, so only the first line counts here.
/** Finds the delimiter. Spreadsheets use a comma, a semicolon or a tab, depending on the locale. */
async function findDelimiter(path: string) {
  const file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 })
  await file.close()
  const [first = ''] = buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/)
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** Decodes the file as text, without the byte order mark that some programs put in front. */
async function* decoded(path: string) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    throw new CommandError('The table is not in UTF-8. Save it as “CSV UTF-8”.', { cause: error })
  }
}
