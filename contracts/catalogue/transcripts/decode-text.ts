/** Encodings that the transcript form offers, with their names. */
export const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European',
  'iso-8859-2': 'Central European (ISO)',
  'windows-1251': 'Cyrillic (Windows)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  gbk: 'Chinese, simplified (GBK)',
  big5: 'Chinese, traditional (Big5)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-kr': 'Korean (EUC-KR)',
} as const
export type Encoding = keyof typeof ENCODINGS

/** Text of a file. `isGuess` is true if the file doesn't determine its encoding, so that a person must compare a sample. */
type Decoded = { text: string; encoding: Encoding; isGuess: boolean }

const WESTERN = /[éèêàâçîôûùëïüöäßñóíáúãõåæøÉÀÖÄÜÑÅØ¿¡«»“”‘’–—…€°\u00a0]/gu
const CENTRAL = /[áéíóúýäöüßčďěňřšťůžąćęłńśźżőűăşţČĎĚŇŘŠŤŮŽĄĆĘŁŃŚŹŻŐŰ„”“’–—…\u00a0]/gu

/**
 * Characters that dominate the texts in an encoding. Encodings of words that consist of other scripts are compared with one another, and
 * encodings of Latin letters with one another.
 */
const FREQUENT: Partial<Record<Encoding, RegExp>> = {
  'windows-1252': WESTERN,
  macintosh: WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  'windows-1251': /[оеаинтсрвлкмдпуяыьгзбчйії]/gu,
  'koi8-r': /[оеаинтсрвлкмдпуяыьгзбчй]/gu,
  'windows-1253': /[αεηιοςστνπρκμλάέήίόύώ]/gu,
  'windows-1255': /[אבגדהוזחטיכלמנסעפצקרשתםןךףץ]/gu,
  'windows-1256': /[ابتثجحخدرسشصضطعغفقكلمنهويىة،؟]/gu,
  gbk: /[的一是不我有在人这了来你他们个说到会上要就也那好大为和国地以时出可对生能而子得于着下自之年过发后今天家心爱，。？！]/gu,
  big5: /[的一是不我有在人這了來你他們個說到會上要就也那好大為和國地以時出可對生能而子得於著下自之年過發後今天家心愛，。？！]/gu,
  shift_jis: /[\u3040-\u30ff\u4e00-\u9fff、。]/gu,
  'euc-kr': /[\uac00-\ud7a3]/gu,
}
const LATIN: Encoding[] = ['windows-1252', 'windows-1250', 'iso-8859-2', 'macintosh']
const OTHERS: Encoding[] = ['windows-1251', 'koi8-r', 'windows-1253', 'windows-1255', 'windows-1256', 'shift_jis', 'euc-kr', 'gbk', 'big5']

/** Number of bytes from which the encoding is guessed. */
const SAMPLE_BYTES = 65_536
/** Largest share of invalid sequences, in relation to valid ones, in a text that counts as UTF-8. In other encodings, few are valid. */
const DAMAGED = 0.5
/** Average number of adjacent bytes beyond ASCII, from which the words are not in Latin letters. */
const WORD_RUN = 2.2

/** Decodes a text in the given encoding, or in the one that its bytes suggest. Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): Decoded {
  const known = chosen ?? findUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined)
  const encoding = known ?? guess(bytes.subarray(0, SAMPLE_BYTES))
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isGuess: known === undefined }
}

/** Returns the byte order of a text in UTF-16, with or without a byte order mark; undefined for other texts. */
export function findUtf16(bytes: Uint8Array): Encoding | undefined {
  return markedEncoding(bytes) ?? unmarkedUtf16(bytes)
}

function markedEncoding([first, second]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Recognizes UTF-16 by the zero bytes of its ASCII characters, of which times consist in every language. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, 200)
  const [even, odd] = [0, 1].map((rest) => head.filter((byte, index) => index % 2 === rest && byte === 0).length)
  const least = head.length / 8
  if ((odd ?? 0) > least && even === 0) return 'utf-16le'
  return (even ?? 0) > least && odd === 0 ? 'utf-16be' : undefined
}

/** Returns whether a text is UTF-8, also if a few of its bytes are damaged. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    const invalid = count(text, /\ufffd/g)
    const valid = count(text, /[^\0-\x7f\ufffd]/gu)
    return valid > 0 && invalid <= Math.max(1, valid * DAMAGED)
  }
}

function guess(bytes: Uint8Array): Encoding {
  const beyond = bytes.filter((byte) => byte >= 0x80).length
  const runs = bytes.filter((byte, index) => byte >= 0x80 && (bytes[index - 1] ?? 0) < 0x80).length
  const candidates = beyond / runs > WORD_RUN ? OTHERS : LATIN
  const rated = candidates.map((encoding) => ({ encoding, share: shareOfFrequent(bytes, encoding) }))
  return rated.reduce((best, each) => (each.share > best.share ? each : best)).encoding
}

function shareOfFrequent(bytes: Uint8Array, encoding: Encoding): number {
  const text = new TextDecoder(encoding).decode(bytes)
  return count(text, FREQUENT[encoding] ?? /\p{L}/gu) / Math.max(1, count(text, /[^\0-\x7f]/gu))
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
