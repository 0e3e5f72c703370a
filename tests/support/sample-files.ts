import { PDFDocument, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'

/** Builds a small picture; each seed gives different bytes. */
export async function buildImage({ width = 200, height = 300, seed = 1 } = {}): Promise<Blob> {
  const background = { r: (seed * 37) % 256, g: (seed * 91) % 256, b: (seed * 53) % 256 }
  return new Blob(
    [
      new Uint8Array(
        await sharp({ create: { width, height, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ],
    { type: 'image/png' },
  )
}

/** Builds a PDF whose pages say `Page 1 of title` and so on. */
export async function buildPdf({ pages = 3, title = 'Sample' } = {}): Promise<Blob> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++)
    document.addPage([300, 420]).drawText(`Page ${number} of ${title}`, { x: 20, y: 380, size: 14, font })
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}

const SENTENCES = [
  'The rain came late that year, and nobody in the village had planted yet.',
  'Her father mended the fence while the others slept, as he did each morning.',
  'We counted the bags twice before the lorry left for the market in town.',
  'A neighbor lent us his oxen for three days and asked for nothing in return.',
]

/** Builds a PDF typeset like a book: chapters with titles, paragraphs, a running head and page numbers. */
export async function buildTextBook({ pages = 6, title = 'A Season of Rain', pagesPerChapter = 3 } = {}): Promise<Blob> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  const [roman, bold] = [await document.embedFont(StandardFonts.TimesRoman), await document.embedFont(StandardFonts.TimesRomanBold)]
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([300, 420])
    page.drawText(title, { x: 40, y: 395, size: 8, font: roman })
    page.drawText(String(number), { x: 145, y: 20, size: 8, font: roman })
    const isChapter = (number - 1) % pagesPerChapter === 0
    if (isChapter) page.drawText(`Chapter ${1 + (number - 1) / pagesPerChapter}`, { x: 40, y: 350, size: 18, font: bold })
    let y = isChapter ? 320 : 370
    for (let paragraph = 0; y > 80; paragraph++) {
      const lines = wrapWords(`On page ${number}, ${SENTENCES.map((_, index) => SENTENCES[(index + paragraph) % 4]).join(' ')}`, 48)
      for (const [index, line] of lines.entries()) {
        page.drawText(line, { x: index === 0 ? 52 : 40, y, size: 10, font: roman })
        y -= 12
      }
    }
  }
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}

function wrapWords(text: string, characters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < characters) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Builds a PDF of photographs, large enough that its pages are fetched separately. */
export async function buildLargePdf({ pages = 12, title = 'Large' } = {}): Promise<Blob> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  for (let number = 1; number <= pages; number++) {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photograph = await sharp({ create: { width: 360, height: 500, channels: 3, background: 'white', noise } })
      .jpeg({ quality: 95 })
      .toBuffer()
    document.addPage([360, 500]).drawImage(await document.embedJpg(photograph), { x: 0, y: 0, width: 360, height: 500 })
  }
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}

/** Builds a silent WAV recording. */
export function buildAudio({ seconds = 2 } = {}): Blob {
  const rate = 8000
  const data = Buffer.alloc(seconds * rate, 128)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return new Blob([new Uint8Array(Buffer.concat([header, data]))], { type: 'audio/wav' })
}

/** Builds an MP3 of 44.1 kHz: empty frames with a constant bit rate. */
export function buildMp3(frames: number, kbits: 128 | 32 = 128): Buffer {
  const frame = Buffer.alloc(kbits === 128 ? 417 : 104)
  frame.writeUInt32BE(kbits === 128 ? 0xfffb9000 : 0xfffb1000)
  return Buffer.concat(Array(frames).fill(frame))
}

/** Builds an MP3 with chapters in its tag (ID3 2.3). Their starts are in seconds. */
export function buildChapteredMp3(frames: number, chapters: { start: number; title: string }[]): Buffer {
  const frame = (id: string, ...content: (Buffer | string)[]) => {
    const body = Buffer.concat(content.map((part) => Buffer.from(part)))
    const head = Buffer.alloc(10)
    head.write(id)
    head.writeUInt32BE(body.length, 4)
    return Buffer.concat([head, body])
  }
  const milliseconds = (seconds: number) => {
    const time = Buffer.alloc(4)
    time.writeUInt32BE(seconds * 1000)
    return time
  }
  const tags = chapters.map(({ start, title }, index) =>
    frame('CHAP', `c${index}\0`, milliseconds(start), milliseconds(start + 1), Buffer.alloc(8, 0xff), frame('TIT2', '\x03', title)),
  )
  const contents = frame('CTOC', 'toc\0', Buffer.from([3, chapters.length]), chapters.map((_, index) => `c${index}\0`).join(''))
  const body = Buffer.concat([contents, ...tags])
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f))
  return Buffer.concat([Buffer.from('ID3\x03\0\0'), size, body, buildMp3(frames)])
}

type Values = Record<string, string | Blob | undefined>

/** Builds a completed form for a new book; `undefined` omits a field. */
export async function buildBookForm(changes: Values = {}): Promise<FormData> {
  return toForm({
    title: 'Sow in Season',
    author: 'Tapiwa Gumbo',
    price: '0',
    categories: 'Teen Coaching',
    description: 'A year of small disciplines.',
    coverImage: await buildImage(),
    pdf: await buildPdf(),
    ...changes,
  })
}

/** Builds a completed form for a new episode. */
export async function buildPodcastForm(changes: Values = {}): Promise<FormData> {
  return toForm({
    title: 'Finish the first draft',
    host: 'Chiedza Mapfumo',
    price: '0',
    duration: '45:30',
    categories: 'Book Writing',
    description: 'On finishing.',
    coverImage: await buildImage({ width: 300 }),
    audio: buildAudio(),
    ...changes,
  })
}

/** Builds a completed form for a new author. */
export async function buildAuthorForm(changes: Values = {}): Promise<FormData> {
  return toForm({ name: 'Tapiwa Gumbo', bio: 'Writes in the mornings.', photo: await buildImage({ height: 250 }), ...changes })
}

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'application/pdf': 'pdf', 'audio/wav': 'wav', 'audio/mpeg': 'mp3' }

export function toForm(values: Values): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : `${name}.${EXTENSIONS[value.type] ?? 'bin'}`)
    else if (value !== undefined) form.set(name, value)
  }
  return form
}
