import type { MediaKind } from './media-type.ts'

const accepted: Record<MediaKind, string> = {
  image: 'Choose a JPEG, PNG, WebP or AVIF picture.',
  pdf: 'Choose a PDF document.',
  audio: 'Choose an MP3, M4A, M4B, OGG, FLAC or WAV recording.',
}

const descriptions: { pattern: RegExp; text: string }[] = [
  { pattern: /^GIF8/, text: 'This is a GIF.' },
  { pattern: /^(II\*|MM.\*)/s, text: 'This is a TIFF picture.' },
  { pattern: /^BM/, text: 'This is a BMP picture.' },
  { pattern: /^....ftyp(heic|heix|hevc|mif1|msf1)/s, text: 'This is a HEIC picture.' },
  { pattern: /^\xff\xd8\xff/, text: 'This is a JPEG picture.' },
  { pattern: /^\x89PNG/, text: 'This is a PNG picture.' },
  { pattern: /^RIFF....WEBP/s, text: 'This is a WebP picture.' },
  { pattern: /^RIFF....WAVE/s, text: 'This is a WAV recording.' },
  { pattern: /^....ftypavi[fs]/s, text: 'This is an AVIF picture.' },
  { pattern: /^....ftypM4[AB]/s, text: 'This is a sound recording.' },
  { pattern: /^....ftyp/s, text: 'This is a film.' },
  { pattern: /^(ID3|OggS|fLaC)/, text: 'This is a sound recording.' },
  { pattern: /^(\xef\xbb\xbf)?\s*(<\?xml[\s\S]*)?<svg/i, text: 'This is an SVG drawing.' },
  { pattern: /^(\xef\xbb\xbf)?\s*<(!doctype html|html)/i, text: 'This is a web page.' },
  { pattern: /^PK.{28}mimetypeapplication\/epub/s, text: 'This is an EPUB book.' },
  { pattern: /^PK/, text: 'This is a ZIP archive or an Office document.' },
  { pattern: /^(OTTO|wOF[F2]|.{12}(DSIG|GDEF|GPOS|GSUB|OS\/2))/s, text: 'This is a font.' },
  { pattern: /%PDF-/, text: 'This is a PDF document.' },
]

/** Explains to people what a file is, according to its first bytes, and which files the field accepts. */
export function explainWrongType(kind: MediaKind, head: Buffer) {
  const start = head.subarray(0, 1024).toString('latin1')
  const found = descriptions.find(({ pattern }) => pattern.test(start))
  return `${found?.text ?? 'This is another kind of file.'} ${accepted[kind]}`
}
