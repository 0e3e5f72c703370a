import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { shoot, withChromium } from '#art/chromium.ts'
import { icon, logo, mark } from '#art/drawing/logo.ts'
import { PROGRAM_TALL, PROGRAM_WIDE, programScene } from '#art/drawing/scene.ts'
import { site } from '#site/site.ts'
import { homeScene, TALL, WIDE } from './home-scene.ts'
import { listening } from './listening.ts'
import { ROOM_TALL, ROOM_WIDE, readingRoom } from './reading-room.ts'

const OUT = new URL('../../site/art/', import.meta.url).pathname
export const WIDE_WIDTHS = [640, 960, 1440, 2400]
export const TALL_WIDTHS = [480, 800]

/** A scene is drawn with a margin, since shadows thin out where the drawing ends; here it is cut to size. */
export async function raster(svg: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(Buffer.from(svg)).extract({ left: 80, top: 0, width, height }).png({ compressionLevel: 1 }).toBuffer()
}

export async function pictures(png: Buffer, name: string, widths: number[]): Promise<void> {
  await mkdir(dirname(`${OUT}${name}`), { recursive: true })
  for (const width of widths) {
    const resized = sharp(png).resize(width)
    await resized.clone().avif({ quality: 56, effort: 5, chromaSubsampling: '4:4:4' }).toFile(`${OUT}${name}-${width}.avif`)
    await resized.clone().webp({ quality: 74, effort: 6, smartSubsample: true }).toFile(`${OUT}${name}-${width}.webp`)
  }
}

async function logos(): Promise<void> {
  await mkdir(`${OUT}icons`, { recursive: true })
  await writeFile(`${OUT}logo-on-dark.svg`, logo('#fff6e4'))
  await writeFile(`${OUT}logo-on-light.svg`, logo('#1d2430', { left: '#e3a53c', right: '#b8741a' }))
  await writeFile(`${OUT}icons/favicon.svg`, icon(14, 0.8))
  for (const [file, size, scale] of [
    ['apple-touch-icon', 180, 0.66],
    ['icon-192', 192, 0.62],
    ['icon-512', 512, 0.62],
  ] as const)
    await sharp(Buffer.from(icon(0, scale)), { density: (72 * size) / 64 })
      .resize(size)
      .png({ palette: true, quality: 90, effort: 9 })
      .toFile(`${OUT}icons/${file}.png`)
}

async function openGraph(home: Buffer): Promise<void> {
  const ground = await sharp(home).resize(1200, 630, { fit: 'cover', position: 'bottom' }).jpeg({ quality: 92 }).toBuffer()
  const html = `<body style="width:1200px;height:630px;background:linear-gradient(100deg,rgba(15,20,34,.72),rgba(15,20,34,.15) 62%),url(data:image/jpeg;base64,${ground.toString('base64')});color:#fff;padding:72px 80px;display:flex;flex-direction:column;font-family:'Source Sans'">
<div style="display:flex;align-items:center;gap:18px;font:500 46px Fraunces;font-variation-settings:'SOFT' 40;letter-spacing:-.01em"><svg width="62" height="62" viewBox="0 3 64 64">${mark('#fff6e4')}</svg>${site.brand.name}</div>
<div style="margin-top:84px;font:440 80px/1.08 Fraunces;font-variation-settings:'SOFT' 40;letter-spacing:-.02em;max-width:760px;text-wrap:balance">${site.brand.vision}</div>
<div style="margin-top:30px;font-size:32px;line-height:1.35;max-width:600px;color:#fbeeda">${site.brand.mission}</div></body>`
  const png = await withChromium((browser) => shoot(browser, html, { width: 1200, height: 630 }))
  await sharp(png).jpeg({ quality: 84, mozjpeg: true }).toFile(`${OUT}open-graph.jpg`)
}

const steps: Record<string, () => Promise<void>> = {
  logos,
  'open-graph': async () => openGraph(await raster(homeScene(WIDE), WIDE)),
  home: async () => {
    await pictures(await raster(homeScene(WIDE), WIDE), 'home-wide', WIDE_WIDTHS)
    await pictures(await raster(homeScene(TALL), TALL), 'home-tall', TALL_WIDTHS)
  },
  bookshop: async () => {
    await pictures(await raster(readingRoom(ROOM_WIDE), ROOM_WIDE), 'bookshop-wide', WIDE_WIDTHS)
    await pictures(await raster(readingRoom(ROOM_TALL), ROOM_TALL), 'bookshop-tall', TALL_WIDTHS)
  },
  podcasts: async () => {
    await pictures(await raster(programScene(listening, PROGRAM_WIDE), PROGRAM_WIDE), 'podcasts-wide', WIDE_WIDTHS)
    await pictures(await raster(programScene(listening, PROGRAM_TALL), PROGRAM_TALL), 'podcasts-tall', TALL_WIDTHS)
  },
}

/** All of it, or only the named steps. */
export async function makeHero(names: string[]): Promise<void> {
  for (const name of names.length ? names : Object.keys(steps)) await steps[name]?.()
}
