import { FILE_FORMATS, type FileFormat, type MediaType } from '#contracts/common/file-formats.ts'
import { mp4Container } from '#server/media/audio/audio-codings.ts'
import { readFrame } from '#server/media/audio/read-mp3.ts'

/** Number of bytes at the beginning of a file that `detectType` needs; shorter files are passed whole. */
export const HEAD_BYTES = 4096

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
  { pattern: /^OggS.{24,40}\x80theora/s, text: 'This is a video.' },
  { pattern: /^OggS.{24,40}\x7fFLAC/s, text: 'This is an Ogg recording with FLAC audio.' },
  { pattern: /^OggS.{24,40}Speex {3}/s, text: 'This is an Ogg recording with Speex audio.' },
  { pattern: /^(ID3|OggS|fLaC)/, text: 'This is an audio recording.' },
  { pattern: /^(ADIF|\xff[\xf0\xf1\xf8\xf9])/, text: 'This is an AAC recording without a container.' },
  { pattern: /^\xff[\xe4\xe5\xf4\xf5\xfc\xfd]/, text: 'This is an MP2 recording.' },
  { pattern: /^#!AMR/, text: 'This is an AMR recording.' },
  { pattern: /^FORM....AIF[FC]/s, text: 'This is an AIFF recording.' },
  { pattern: /^caff/, text: 'This is a CAF recording.' },
  { pattern: /^\x30\x26\xb2\x75/, text: 'This is a Windows Media file.' },
  { pattern: /^.E\xdf\xa3/s, text: 'This is a WebM or Matroska file.' },
  { pattern: /^(\xef\xbb\xbf)?\s*(<\?xml[\s\S]*)?<svg/i, text: 'This is an SVG image.' },
  { pattern: /^(\xef\xbb\xbf)?\s*<(!doctype html|html)/i, text: 'This is a web page.' },
  { pattern: /^PK.{28}mimetypeapplication\/epub/s, text: 'This is an EPUB book.' },
  { pattern: /^PK/, text: 'This is a ZIP archive or an Office document.' },
  { pattern: /^(OTTO|wOF[F2]|.{12}(DSIG|GDEF|GPOS|GSUB|OS\/2))/s, text: 'This is a font.' },
  { pattern: /%PDF-/, text: 'This is a PDF document.' },
]

// The package file-type is not used. It doesn't recognize a late %PDF- header, RF64, AVIF by its second brand or ID3 tags in a short head,
// and mistakes audio in general MP4 brands for video. With the package, half of this code would still be necessary.
/** Detects the type of a file from its first bytes, without parsing the file. */
export function detectType(head: Buffer): MediaType | undefined {
  const at = (offset: number, text: string) => head.toString('latin1', offset, offset + text.length) === text
  if (head.length >= 3 && head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp'
  if ((at(0, 'RIFF') || at(0, 'RF64') || at(0, 'BW64')) && at(8, 'WAVE')) return 'audio/wav'
  if (at(0, 'fLaC')) return 'audio/flac'
  if (at(0, 'OggS')) return oggCodec(head) ? 'audio/ogg' : undefined
  if (at(4, 'ftyp')) return typeOfBrands(isoBrands(head))
  // Viewers accept the PDF header anywhere in the first kilobyte, since email programs and scanners write bytes before the header.
  if (head.subarray(0, 1024).includes('%PDF-')) return 'application/pdf'
  // An archive may contain MP3s at its beginning.
  if (isZip(head)) return isEpub(head) ? 'application/epub+zip' : 'application/zip'
  if (isMp3(head)) return 'audio/mpeg'
  return transcriptType(head)
}

/** An EPUB begins with its media type. Archives of general programs begin with any entry, but name the container among the first. */
function isEpub(head: Buffer) {
  return head.includes('application/epub+zip') || head.includes('META-INF/container.xml')
}

const isZip = (head: Buffer) => head.toString('latin1', 0, 4) === 'PK\x03\x04'

function transcriptType(head: Buffer): MediaType | undefined {
  // Zero bytes and byte order marks are removed, so that the patterns match both UTF-8 and UTF-16.
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

/** An MP3 may begin with zeros, which recorders and tagging programs write, or in the middle of a frame, as in a recorded stream. */
function isMp3(head: Buffer) {
  const start = head.findIndex((byte) => byte !== 0)
  const first = start < 0 ? '' : head.toString('latin1', start, start + 8)
  if (start < 0 ? head.length >= HEAD_BYTES : first.startsWith('ID3') || first === 'APETAGEX' || readFrame(head, start)) return true
  return hasConsecutiveFrames(head)
}

function hasConsecutiveFrames(head: Buffer) {
  for (let at = head.indexOf(0xff); at >= 0; at = head.indexOf(0xff, at + 1)) {
    const frame = readFrame(head, at)
    const second = frame && readFrame(head, at + frame.bytes)
    const third = second && readFrame(head, at + frame.bytes + second.bytes)
    if (third && frame.rate === second.rate && frame.rate === third.rate) return true
  }
  return false
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
  // General MP4 brands, 3GP and QuickTime count as audio, since phones and editors use them for audio as well; the parser later rejects files with a video
  // track.
  return mp4Container(major) ? 'audio/mp4' : undefined
}

/** Explains in plain words the type of a file, detected from its first bytes, and the types that the field accepts. */
export function explainWrongType(format: FileFormat, head: Buffer) {
  return `${describeType(head) ?? 'This type of file is not supported.'} ${FILE_FORMATS[format].expected}`
}

/** Returns a sentence that describes the type of an unaccepted file, detected from its first bytes. */
export function describeType(head: Buffer): string | undefined {
  const start = head.subarray(0, 1024).toString('latin1')
  return descriptions.find(({ pattern }) => pattern.test(start))?.text
}
