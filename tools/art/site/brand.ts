import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { screenshot, withChromium } from '#tools/art/chromium.ts'
import { type Frame, landscape } from '#tools/art/drawing/landscape.ts'
import { icon, logo } from '#tools/art/drawing/logo.ts'
import { listening } from './listening.ts'
import { rasterize } from './scenes.ts'

const OUT = new URL('../../../site/art/', import.meta.url).pathname

/** Frame of the podcast cover: podcast directories require a square of 1400 to 3000 pixels. */
const COVER: Frame = { width: 2000, height: 2000, x: 985, size: 1.72, land: [0.66, 0.95] }

/** Draws logos, icons and the podcast's cover. Needs Chromium. */
export async function makeBrand(): Promise<void> {
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
  await drawPodcastCover()
}

async function drawPodcastCover(): Promise<void> {
  const { width, height } = COVER
  const ground = await sharp(await rasterize(landscape(listening, COVER), COVER))
    .jpeg({ quality: 95 })
    .toBuffer()
  const html = `<body style="width:${width}px;height:${height}px;background:url(data:image/jpeg;base64,${ground.toString('base64')});color:#fff6e4;padding-top:190px;text-align:center;font-family:Fraunces;font-variation-settings:'SOFT' 40">
<div style="font-weight:440;font-size:270px;line-height:1;letter-spacing:-.025em">Podcasts</div></body>`
  const png = await withChromium((browser) => screenshot(browser, html, { width, height }))
  await sharp(png).jpeg({ quality: 80, mozjpeg: true }).toFile(`${OUT}podcast-cover.jpg`)
}
