import type { MediaKind } from './media-type.ts'

const wanted: Record<MediaKind, string> = {
  image: 'Choose a JPEG, PNG, WebP or AVIF picture.',
  pdf: 'Choose a PDF document.',
  audio: 'Choose an MP3, M4A, M4B, OGG, FLAC or WAV recording.',
}

const others: [RegExp, string][] = [
  [/^GIF8/, 'This is a GIF.'],
  [/^(II\*\0|MM\0\*)/, 'This is a TIFF picture.'],
  [/^BM/, 'This is a BMP picture.'],
  [/^....ftyp(heic|heix|hevc|mif1|msf1)/s, 'This is a HEIC picture.'],
  [/^\xff\xd8\xff/, 'This is a JPEG picture.'],
  [/^\x89PNG/, 'This is a PNG picture.'],
  [/^RIFF....WEBP/s, 'This is a WebP picture.'],
  [/^RIFF....WAVE/s, 'This is a WAV recording.'],
  [/^....ftypavi[fs]/s, 'This is an AVIF picture.'],
  [/^....ftypM4[AB]/s, 'This is a sound recording.'],
  [/^....ftyp/s, 'This is a film.'],
  [/^(ID3|OggS|fLaC)/, 'This is a sound recording.'],
  [/%PDF-/, 'This is a PDF document.'],
  [/^(\xef\xbb\xbf)?\s*(<\?xml[^]*)?<svg/i, 'This is an SVG drawing.'],
  [/^(\xef\xbb\xbf)?\s*<(!doctype html|html)/i, 'This is a web page.'],
  [/^PK\x03\x04.{26}mimetypeapplication\/epub/s, 'This is an EPUB book.'],
  [/^PK\x03\x04/, 'This is a ZIP archive or an Office document.'],
  [/^(\0\x01\0\0|OTTO|wOF[F2])/, 'This is a font.'],
]

/** Says for people what a file is, as far as its first bytes tell, and what to choose in its place. */
export function whyNot(kind: MediaKind, head: Buffer) {
  const start = head.subarray(0, 1024).toString('latin1')
  const found = others.find(([pattern]) => pattern.test(start))
  return `${found?.[1] ?? 'This is another kind of file.'} ${wanted[kind]}`
}
