/** Media types that the library accepts, with the extension of each in the store. */
export const MEDIA_TYPES = {
  'image/jpeg': { kind: 'image', extension: 'jpg' },
  'image/png': { kind: 'image', extension: 'png' },
  'image/webp': { kind: 'image', extension: 'webp' },
  'image/avif': { kind: 'image', extension: 'avif' },
  'application/pdf': { kind: 'pdf', extension: 'pdf' },
  'audio/mpeg': { kind: 'audio', extension: 'mp3' },
  'audio/mp4': { kind: 'audio', extension: 'm4a' },
  'audio/ogg': { kind: 'audio', extension: 'ogg' },
  'audio/flac': { kind: 'audio', extension: 'flac' },
  'audio/wav': { kind: 'audio', extension: 'wav' },
  'text/vtt': { kind: 'transcript', extension: 'vtt' },
  'application/x-subrip': { kind: 'transcript', extension: 'srt' },
} as const

export type MediaType = keyof typeof MEDIA_TYPES
export type MediaKind = (typeof MEDIA_TYPES)[MediaType]['kind']

/** Number of bytes that `detectType` needs from the beginning of a file; a shorter file is passed whole. */
export const HEAD_BYTES = 4096

const accepted: Record<MediaKind, string> = {
  image: 'Choose a JPEG, PNG, WebP or AVIF image.',
  pdf: 'Choose a PDF document.',
  audio: 'Choose an MP3, M4A, M4B, OGG, FLAC or WAV recording.',
  transcript: 'Choose a transcript in WebVTT (.vtt) or SubRip (.srt).',
}

const descriptions: { pattern: RegExp; text: string }[] = [
  { pattern: /^GIF8/, text: 'This is a GIF image.' },
  { pattern: /^(II\*|MM.\*)/s, text: 'This is a TIFF image.' },
  { pattern: /^BM/, text: 'This is a BMP image.' },
  { pattern: /^....ftyp(heic|heix|hevc|mif1|msf1)/s, text: 'This is a HEIC image.' },
  { pattern: /^\xff\xd8\xff/, text: 'This is a JPEG image.' },
  { pattern: /^\x89PNG/, text: 'This is a PNG image.' },
  { pattern: /^RIFF....WEBP/s, text: 'This is a WebP image.' },
  { pattern: /^RIFF....WAVE/s, text: 'This is a WAV recording.' },
  { pattern: /^....ftypavi[fs]/s, text: 'This is an AVIF image.' },
  { pattern: /^....ftypM4[AB]/s, text: 'This is an audio recording.' },
  { pattern: /^....ftyp/s, text: 'This is a video.' },
  { pattern: /^(ID3|OggS|fLaC)/, text: 'This is an audio recording.' },
  { pattern: /^(\xef\xbb\xbf)?\s*(<\?xml[\s\S]*)?<svg/i, text: 'This is an SVG image.' },
  { pattern: /^(\xef\xbb\xbf)?\s*<(!doctype html|html)/i, text: 'This is a web page.' },
  { pattern: /^PK.{28}mimetypeapplication\/epub/s, text: 'This is an EPUB book.' },
  { pattern: /^PK/, text: 'This is a ZIP archive or an Office document.' },
  { pattern: /^(OTTO|wOF[F2]|.{12}(DSIG|GDEF|GPOS|GSUB|OS\/2))/s, text: 'This is a font.' },
  { pattern: /%PDF-/, text: 'This is a PDF document.' },
]

// The package file-type is not used: it doesn't recognise a late %PDF- header, RF64, AVIF by its second brand or ID3 tags in a short head, and takes
// audio in general MP4 brands for video. Half of this code would be needed beside its 180 formats.
/** Detects the type from the first bytes. The file is not parsed yet. */
export function detectType(head: Buffer): MediaType | undefined {
  const at = (offset: number, text: string) => head.toString('latin1', offset, offset + text.length) === text
  if (head.length >= 3 && head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp'
  if ((at(0, 'RIFF') || at(0, 'RF64')) && at(8, 'WAVE')) return 'audio/wav'
  if (at(0, 'fLaC')) return 'audio/flac'
  if (at(0, 'OggS')) return oggCodec(head) ? 'audio/ogg' : undefined
  if (at(4, 'ftyp')) return typeOfBrands(isoBrands(head))
  // Viewers accept the header anywhere in the first kilobyte, since mailers and scanners put bytes before it.
  if (head.subarray(0, 1024).includes('%PDF-')) return 'application/pdf'
  if (at(0, 'ID3') || isMp3Frame(head)) return 'audio/mpeg'
  return transcriptType(head)
}

function transcriptType(head: Buffer): MediaType | undefined {
  // The zero bytes of UTF-16 and the byte order marks are removed, so that the patterns match UTF-8 and UTF-16.
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
  if (/^WEBVTT(\s|$)/.test(text)) return 'text/vtt'
  return /^\s*(\d+[ \t]*(\r\n|\r|\n))?(\d{1,2}:)?\d{1,3}:\d{1,2}([.,]\d{1,3})?[ \t]*-->/.test(text) ? 'application/x-subrip' : undefined
}

/** Returns whether the first bytes of a WebP or AVIF file mark it as animated. */
export function isAnimated(head: Buffer) {
  const animationFlag = 0x02
  if (head.toString('latin1', 8, 16) === 'WEBPVP8X') return ((head[20] ?? 0) & animationFlag) !== 0
  return head.toString('latin1', 4, 12) === 'ftypavis'
}

function isMp3Frame(head: Buffer) {
  const second = head[1] ?? 0
  // Eleven synchronisation bits, a version that isn't reserved, and layer III: layer 0 is AAC.
  return head[0] === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02
}

/** Returns the Vorbis or Opus signature in the first pages, or undefined if there is none or the file contains video. */
function oggCodec(head: Buffer) {
  if (head.includes('\x80theora')) return undefined
  return ['\x01vorbis', 'OpusHead'].find((mark) => head.includes(mark, 0, 'latin1'))
}

function isoBrands(head: Buffer) {
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [head.toString('latin1', 8, 12)]
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(head.toString('latin1', offset, offset + 4))
  return brands
}

function typeOfBrands([major = '', ...others]: string[]): MediaType | undefined {
  if (major === 'avif' || major === 'avis') return 'image/avif'
  if (major === 'mif1' || major === 'msf1') return others.includes('avif') ? 'image/avif' : undefined
  // Phones and editors use general brands for audio, too; the parser later rejects files with a video track.
  return /^(M4A|M4B|mp4[12]|iso[m2-6]|dash|3gp)/.test(major) ? 'audio/mp4' : undefined
}

/** Explains in plain words which type a file has, by its first bytes, and which types the field accepts. */
export function explainWrongType(kind: MediaKind, head: Buffer) {
  const start = head.subarray(0, 1024).toString('latin1')
  const found = descriptions.find(({ pattern }) => pattern.test(start))
  return `${found?.text ?? 'This type of file is not supported.'} ${accepted[kind]}`
}
