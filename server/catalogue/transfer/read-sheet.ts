import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Encoding, findUtf16 } from '#contracts/catalogue/transcripts/decode-text.ts'
import { readCell } from '#server/platform/csv/csv-cells.ts'
import { normalizeText } from '#server/platform/normalize-text.ts'
import { CommandError } from '#server/platform/problems.ts'
import { recognizeSheet, type Sheet } from './sheets.ts'

/** Row with its fields as in form data. `number` is the row number in a spreadsheet, where the header is row 1. */
export type SheetRow = { number: number; fields: Record<string, string>; surplus: boolean }

const HEAD_BYTES = 4096
/** Maximum length of a row. Forms accept at most 64 KB per field, and an unclosed quote must not consume the rest of a large file. */
const LONGEST_ROW = 512 * 1024

/** Reads the header of a table and yields its nonempty rows one at a time. Refuses any format except CSV in UTF-8 or UTF-16. */
export async function* readSheet(path: string): AsyncGenerator<{ sheet: Sheet; row: SheetRow }> {
  const { encoding, delimiter, isStated } = await findFormat(path)
  // A quotation mark inside a cell is a character of the cell, as spreadsheets read it.
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: LONGEST_ROW })
  // `pipeline` is used instead of `compose`, which destroys the parser with an unhandled error when the reader stops early. Errors of the
  // pipeline reach the reader of the rows.
  const records: AsyncIterable<string[]> = pipeline(decoded(path, encoding), parser, () => undefined)
  // The line that states the delimiter is no row of the sheet: spreadsheets hide it.
  let number = isStated ? -1 : 0
  let header: ReturnType<typeof recognizeSheet> | undefined
  try {
    for await (const cells of records) {
      number += 1
      if (number === 0) continue
      if (!header) header = recognizeSheet(cells)
      else if (cells.some((cell) => cell.trim() !== '')) yield { sheet: header.sheet, row: toRow(number, header.columns, cells) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isUnclosed = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code)
    const reason = isUnclosed ? `a cell of row ${number + 1} begins with a quotation mark and has no closing one.` : error.message
    throw new CommandError(`The table can't be read after row ${number}: ${reason}`, { cause: error })
  }
  if (!header) throw new CommandError('The table is empty.')
}

function toRow(number: number, columns: string[], cells: string[]): SheetRow {
  const fields: Record<string, string> = Object.create(null)
  for (const [index, column] of columns.entries()) if (column) fields[column] = normalizeText(readCell(cells[index] ?? ''))
  // States are words of the form, whose labels begin with a capital.
  if (fields.state) fields.state = fields.state.trim().toLowerCase()
  return { number, fields, surplus: cells.some((cell, index) => !columns[index] && cell.trim() !== '') }
}

/**
 * Finds the encoding and the delimiter of a table. Excel saves “Unicode Text” in UTF-16. Spreadsheets use a comma, a semicolon or a tab,
 * depending on the locale; Excel also reads a first line such as `sep=;` that states it. Only the first line is read, since csv-parse's
 * `delimiter_auto` mistakes commas inside a description for the delimiter.
 */
async function findFormat(path: string): Promise<{ encoding: Encoding; delimiter: string; isStated: boolean }> {
  const file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 })
  await file.close()
  const head = buffer.subarray(0, bytesRead)
  const encoding = findUtf16(head) ?? 'utf-8'
  const [first = ''] = new TextDecoder(encoding).decode(head).split(/[\r\n]/)
  const stated = /^\ufeff?"?sep=([,;|\t])"?[,;|\t]*$/i.exec(first)?.[1]
  if (stated) return { encoding, delimiter: stated, isStated: true }
  const count = (delimiter: string) => first.split(delimiter).length
  const delimiter = [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
  return { encoding, delimiter, isStated: false }
}

/** Decodes a file as text, without the byte order mark that some programs add. */
async function* decoded(path: string, encoding: Encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    throw new CommandError('The table is not in UTF-8. Save it as “CSV UTF-8”.', { cause: error })
  }
}
