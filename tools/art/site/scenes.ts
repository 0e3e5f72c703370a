import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { type Frame, landscape, PHONE, WIDE } from '#tools/art/drawing/landscape.ts'
import { HOME_PHONE, HOME_TALL, HOME_WIDE, homeScene } from './home-scene.ts'
import { listening } from './listening.ts'
import { pageMotifs } from './page-motifs.ts'
import { programMotifs } from './program-motifs.ts'
import { ROOM_PHONE, ROOM_WIDE, readingRoom } from './reading-room.ts'

type Size = { width: number; height: number }

const OUT = new URL('../../../site/art/', import.meta.url).pathname

const PAGE_WIDE: Frame = { ...WIDE, size: 1.02 }

/** Frames on phones of motifs that are wide, or that are below a title of one line and can be larger. */
const ON_PHONES: Record<string, Partial<Frame>> = {
  podcasts: { x: 592, size: 0.5 },
  authors: { x: 578, size: 0.46 },
  publishing: { x: 640, size: 0.43 },
  contact: { x: 642, size: 0.42 },
  'teen-coaching': { x: 600, size: 0.48 },
}

/** Draws the pictures of every scene, or only of those named (`home`, `bookshop`, a page's name or a program's slug). */
export async function makeScenes(only: string[]): Promise<void> {
  const phone = (name: string): Frame => ({ ...PHONE, ...ON_PHONES[name] })
  const scenes: Record<string, () => Promise<void>> = {
    home: () => draw('home', homeScene, { wide: HOME_WIDE, phone: HOME_PHONE, tall: HOME_TALL }),
    bookshop: () => draw('pages/bookshop', readingRoom, { wide: ROOM_WIDE, phone: ROOM_PHONE }),
    podcasts: () => draw('pages/podcasts', (frame) => landscape(listening, frame), { wide: WIDE, phone: phone('podcasts') }),
  }
  for (const [name, motif] of Object.entries(pageMotifs))
    scenes[name] = () => draw(`pages/${name}`, (frame) => landscape(motif, frame), { wide: PAGE_WIDE, phone: phone(name) })
  for (const [slug, motif] of Object.entries(programMotifs))
    scenes[slug] = () => draw(`programs/${slug}`, (frame) => landscape(motif, frame), { wide: WIDE, phone: phone(slug) })
  for (const [name, make] of Object.entries(scenes)) if (!only.length || only.includes(name)) await make()
}

const WIDTHS = { wide: [960, 1440, 2400], phone: [480, 840], tall: [480, 800] }

async function draw<Frame extends Size>(name: string, svg: (frame: Frame) => string, frames: { [shape in keyof typeof WIDTHS]?: Frame }) {
  for (const shape of ['wide', 'phone', 'tall'] as const) {
    const frame = frames[shape]
    if (frame) await save(await rasterize(svg(frame), frame), `${name}-${shape}`, WIDTHS[shape])
  }
}

/** Rasterizes a scene, cropped to size. Scenes are drawn with a margin, because shadows thin out where the drawing ends. */
export function rasterize(svg: string, { width, height }: Size): Promise<Buffer> {
  return sharp(Buffer.from(svg)).extract({ left: 80, top: 0, width, height }).png({ compressionLevel: 1 }).toBuffer()
}

async function save(png: Buffer, name: string, widths: number[]): Promise<void> {
  await mkdir(dirname(`${OUT}${name}`), { recursive: true })
  for (const width of widths) {
    const resized = sharp(png).resize(width)
    await resized.clone().avif({ quality: 56, effort: 5, chromaSubsampling: '4:4:4' }).toFile(`${OUT}${name}-${width}.avif`)
    await resized.clone().webp({ quality: 74, effort: 6, smartSubsample: true }).toFile(`${OUT}${name}-${width}.webp`)
  }
}
