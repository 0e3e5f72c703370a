import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyInstance as Parser } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RequireFreeSpace, toStorageProblem } from '#server/platform/files/free-disk-space.ts'
import { normalizeText } from '#server/platform/normalize-text.ts'
import { fileTooLarge, invalidRequest, malformed } from '#server/platform/problems.ts'
import { type Destination, type FileRule, receiveFile, type UploadedFile } from './receive-file.ts'

export type FormOptions<Field extends string> = {
  folder: string
  requireFreeSpace: RequireFreeSpace
  files: Record<Field, FileRule>
}

export type MultipartForm<Field extends string> = {
  /**
   * Text fields of a form; a repeated field has a list. An empty text in the field of an optional file means that the file is to be
   * deleted. The object has no prototype, so that no field name has a special meaning.
   */
  fields: Record<string, string | string[]>
  files: Partial<Record<Field, UploadedFile>>
}

const FIELD_BYTES = 64 * 1024
const FIELD_COUNT = 64
const NAME_LENGTH = 100
const FILENAME_LENGTH = 255
/** Size allowance for text fields and boundaries in a form, in bytes. */
const SLACK_BYTES = 1024 * 1024

/** Disables Fastify's parsing of multipart bodies, which `readMultipartForm` reads. */
export function acceptMultipart(app: FastifyInstance) {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}

/**
 * Streams the files of a form to `folder`. Throws a problem as soon as possible: 400 for a malformed form, 413 and 415 for files, 507 when
 * the disk lacks free space.
 */
export async function readMultipartForm<Field extends string>(
  request: FastifyRequest,
  options: FormOptions<Field>,
): Promise<MultipartForm<Field>> {
  try {
    const limitBytes = requireLength(request, options.files)
    const parser = createParser(request)
    await options.requireFreeSpace(Number(request.headers['content-length'] ?? 0))
    return await readParts(request.raw, parser, limitBytes, options)
  } catch (error) {
    throw toStorageProblem(error)
  }
}

/** Returns the size limit of a form's body; throws a problem if the content length exceeds the limit. */
function requireLength(request: FastifyRequest, rules: Record<string, FileRule>) {
  const limit = Object.values(rules).reduce((sum, { limitBytes }) => sum + limitBytes, SLACK_BYTES)
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLargeInAll(rules)
  return limit
}

function tooLargeInAll(rules: Record<string, FileRule>) {
  const [largest] = Object.entries(rules).toSorted(([, a], [, b]) => b.limitBytes - a.limitBytes)
  return largest ? fileTooLarge(largest[0], largest[1].limitBytes) : malformed('The form is too large.')
}

function createParser(request: FastifyRequest) {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw malformed('Send the form as multipart/form-data.')
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': type },
      // A part with a file name, even an empty one, is a file, regardless of its content type.
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: { fieldSize: FIELD_BYTES, fields: FIELD_COUNT, parts: FIELD_COUNT + 16, headerPairs: 20, headerSize: 16 * 1024 },
    })
  } catch {
    throw malformed('The multipart boundary of the form is missing or invalid.')
  }
}

async function readParts<Field extends string>(
  body: IncomingMessage,
  parser: Parser,
  limitBytes: number,
  { folder, requireFreeSpace, files: rules }: FormOptions<Field>,
) {
  const fields: MultipartForm<Field>['fields'] = Object.create(null)
  const files: MultipartForm<Field>['files'] = Object.create(null)
  const seen = new Set<string>()
  const receiving = new Map<BusboyFileStream, Promise<void>>()
  const outcome = Promise.withResolvers<void>()

  const fail = outcome.reject
  const guard = (handle: () => void) => {
    try {
      handle()
    } catch (error) {
      fail(error)
    }
  }

  parser.on('field', (name: string | undefined, received, _nameTruncated, truncated) =>
    guard(() => {
      requireName(name)
      const value = normalizeText(received)
      if (name in rules) {
        if (value !== '') throw invalidRequest([{ field: name, message: 'Send this as a file.' }])
        if (rules[name as Field].optional) fields[name] = ''
        return
      }
      if (truncated) throw invalidRequest([{ field: name, message: `Use at most ${FIELD_BYTES / 1024} KB of text.` }])
      // PostgreSQL's `text` can't contain NUL.
      if (value.includes('\0')) throw invalidRequest([{ field: name, message: 'This text contains a character that can’t be stored.' }])
      const before = fields[name]
      fields[name] = before === undefined ? value : [before, value].flat()
    }),
  )

  parser.on('file', (name: string | undefined, stream, filename = '') => {
    // The listener prevents an error of this stream from ending the process; `receivePart` receives the error when it reads the stream.
    stream.on('error', () => {})
    guard(() => {
      requireName(name)
      if (!isField(rules, name)) throw invalidRequest([{ field: name, message: 'This form does not accept this file.' }])
      if (seen.has(name)) throw invalidRequest([{ field: name, message: 'Send only one file in this field.' }])
      seen.add(name)
      const part = { ...rules[name], folder, requireFreeSpace, field: name, filename: normalizeText(filename).slice(0, FILENAME_LENGTH) }
      const taken = receivePart(stream, part).then((file) => {
        if (file) files[name] = file
      })
      taken.catch(fail)
      receiving.set(stream, taken)
    })
  })

  const tooMany = () => fail(malformed('The form has too many parts.'))
  parser.once('partsLimit', tooMany).once('fieldsLimit', tooMany).once('filesLimit', tooMany)
  parser.once('error', () => fail(malformed('The form is damaged or incomplete.')))
  parser.once('finish', () => outcome.resolve())

  const stop = feed(body, parser, {
    limitBytes,
    onTooLarge: () => fail(tooLargeInAll(rules)),
    onAbort: () => fail(malformed('The upload was interrupted.')),
  })
  try {
    await outcome.promise
    await Promise.all(receiving.values())
    return { fields, files }
  } finally {
    stop()
    for (const stream of receiving.keys()) stream.destroy()
    await Promise.allSettled(receiving.values())
  }
}

/** Receives the file of a form part. Returns undefined for an empty part, which browsers send if no file was chosen. */
async function receivePart(stream: AsyncIterable<Buffer>, part: FileRule & Destination) {
  if (part.filename !== '') return receiveFile(stream, part)
  for await (const chunk of stream) {
    if (chunk.length > 0) throw invalidRequest([{ field: part.field, message: 'This file has no name.' }])
  }
}

function isField<Field extends string>(rules: Record<Field, FileRule>, name: string): name is Field {
  return Object.hasOwn(rules, name)
}

function requireName(name: string | undefined): asserts name is string {
  if (!name || name.length > NAME_LENGTH || name in Object.prototype) throw malformed('A part of the form has a missing or invalid name.')
}

/**
 * Pipes a request body into the form parser. Counts bytes and reports an abort; when reading is stopped, the request stays open for the
 * response.
 */
function feed(
  body: IncomingMessage,
  parser: Parser,
  { limitBytes, onTooLarge, onAbort }: { limitBytes: number; onTooLarge(): void; onAbort(): void },
) {
  let bytes = 0
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limitBytes) return onTooLarge()
    if (!parser.write(chunk)) body.pause()
  }
  const onEnd = () => parser.end()
  const onDrain = () => body.resume()
  const onClose = () => body.readableEnded || onAbort()

  parser.on('drain', onDrain)
  body.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onAbort)
  if (body.destroyed && !body.readableEnded) onAbort()
  return () => {
    parser.off('drain', onDrain)
    body.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onAbort)
    body.pause()
  }
}
