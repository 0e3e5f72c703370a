import type { MediaKind } from './media-type.ts'

const wanted: Record<MediaKind, string> = {
  image: 'Choose a JPEG, PNG, WebP or AVIF picture.',
  pdf: 'Choose a PDF document.',
  audio: 'Choose an MP3, M4A, M4B, OGG, FLAC or WAV recording.',
}

const others: { starts: RegExp; says: string }[] = [
  { starts: /^GIF8/, says: 'This is a GIF.' },
  { starts: /^(II\*|MM.\*)/s, says: 'This is a TIFF picture.' },
  { starts: /^BM/, says: 'This is a BMP picture.' },
  { starts: /^....ftyp(heic|heix|hevc|mif1|msf1)/s, says: 'This is a HEIC picture.' },
  { starts: /^\xff\xd8\xff/, says: 'This is a JPEG picture.' },
  { starts: /^\x89PNG/, says: 'This is a PNG picture.' },
  { starts: /^RIFF....WEBP/s, says: 'This is a WebP picture.' },
  { starts: /^RIFF....WAVE/s, says: 'This is a WAV recording.' },
  { starts: /^....ftypavi[fs]/s, says: 'This is an AVIF picture.' },
  { starts: /^....ftypM4[AB]/s, says: 'This is a sound recording.' },
  { starts: /^....ftyp/s, says: 'This is a film.' },
  { starts: /^(ID3|OggS|fLaC)/, says: 'This is a sound recording.' },
  { starts: /^(\xef\xbb\xbf)?\s*(<\?xml[\s\S]*)?<svg/i, says: 'This is an SVG drawing.' },
  { starts: /^(\xef\xbb\xbf)?\s*<(!doctype html|html)/i, says: 'This is a web page.' },
  { starts: /^PK.{28}mimetypeapplication\/epub/s, says: 'This is an EPUB book.' },
  { starts: /^PK/, says: 'This is a ZIP archive or an Office document.' },
  { starts: /^(OTTO|wOF[F2]|.{12}(DSIG|GDEF|GPOS|GSUB|OS\/2))/s, says: 'This is a font.' },
  { starts: /%PDF-/, says: 'This is a PDF document.' },
]

/** Says for people what a file is, as far as its first bytes tell, and what to choose in its place. */
export function explainWrongType(kind: MediaKind, head: Buffer) {
  const start = head.subarray(0, 1024).toString('latin1')
  const found = others.find(({ starts }) => starts.test(start))
  return `${found?.says ?? 'This is another kind of file.'} ${wanted[kind]}`
}
