import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { type Frame, landscape, WIDE } from '#tools/art/drawing/landscape.ts'
import { HOME_TALL, HOME_WIDE, homeScene } from './home-scene.ts'
import { listening } from './listening.ts'
import { pageMotifs } from './page-motifs.ts'
import { programMotifs } from './program-motifs.ts'
import { ROOM_WIDE, readingRoom } from './reading-room.ts'

type Size = { width: number; height: number }

const OUT = new URL('../../../site/art/', import.meta.url).pathname

const PAGE_WIDE: Frame = { ...WIDE, size: 1.02 }

/** Draws the pictures of every scene, or only of those named (`home`, `bookshop`, a page's name or a program's slug). */
export async function makeScenes(only: string[]): Promise<void> {
  const scenes: Record<string, () => Promise<void>> = {
    home: () => draw('home', homeScene, HOME_WIDE, HOME_TALL),
    bookshop: () => draw('pages/bookshop', readingRoom, ROOM_WIDE),
    podcasts: () => draw('pages/podcasts', (frame) => landscape(listening, frame), WIDE),
  }
  for (const [name, motif] of Object.entries(pageMotifs))
    scenes[name] = () => draw(`pages/${name}`, (frame) => landscape(motif, frame), PAGE_WIDE)
  for (const [slug, motif] of Object.entries(programMotifs))
    scenes[slug] = () => draw(`programs/${slug}`, (frame) => landscape(motif, frame), WIDE)
  for (const [name, make] of Object.entries(scenes)) if (!only.length || only.includes(name)) await make()
}

async function draw<Frame extends Size>(name: string, svg: (frame: Frame) => string, wide: Frame, tall?: Frame): Promise<void> {
  await save(await rasterize(svg(wide), wide), `${name}-wide`, [640, 960, 1440, 2400])
  if (tall) await save(await rasterize(svg(tall), tall), `${name}-tall`, [480, 800])
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
