/** Fields in the order in which they came, since the hash covers them in that order. */
export type PaynowField = readonly [key: string, value: string]

/** Text that is no message: a page of an overloaded server, say. */
export class MalformedMessageError extends Error {
  override name = 'MalformedMessageError'
}

/** What a message is at most; theirs have a few hundred characters. */
const MAX_CHARACTERS = 20_000
const PAIR = /^([A-Za-z][A-Za-z0-9_]{0,39})=((?:[^\s%&=<>"\p{Cc}]|%[0-9A-Fa-f]{2})*)$/u

export type PaynowMessage = {
  fields: PaynowField[]
  /** The value of a field whatever the case of its name, since theirs varies; undefined when it is missing or empty */
  get: (key: string) => string | undefined
}

/**
 * Reads a urlencoded message. What could be read in two ways is refused: a name that comes twice, broken escapes, no UTF-8.
 * @throws MalformedMessageError
 */
export function parseMessage(text: string): PaynowMessage {
  if (text.length > MAX_CHARACTERS) throw new MalformedMessageError('The message is too long')
  const fields = text.split('&').map(parsePair)
  const values = new Map(fields.map(([key, value]) => [key.toLowerCase(), value]))
  if (values.size !== fields.length) throw new MalformedMessageError('A field comes twice')
  return { fields, get: (key) => values.get(key) || undefined }
}

function parsePair(pair: string): PaynowField {
  const [, key, value] = PAIR.exec(pair) ?? []
  if (key === undefined || value === undefined) throw new MalformedMessageError('This is no urlencoded message')
  try {
    return [key, decodeURIComponent(value.replaceAll('+', ' '))]
  } catch {
    throw new MalformedMessageError('An escape is no UTF-8')
  }
}

export function writeMessage(fields: PaynowField[]): string {
  return new URLSearchParams(fields.map(([key, value]) => [key, value])).toString()
}
