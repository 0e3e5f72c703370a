import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { listDrawnTexts, listSharePages, shareFileOf } from '#site/art/share-pages.ts'
import { site } from '#site/site.ts'
import { screenshot, withChromium } from '#tools/art/chromium.ts'
import { mark } from '#tools/art/drawing/logo.ts'

const ART = new URL('../../../site/art/', import.meta.url).pathname
const SIZE = { width: 1200, height: 630 }

/** Draws the share images of all pages other than item pages, or only of the named ones, over the existing scenes. Needs Chromium. */
export async function makeSharePictures(only: string[]): Promise<void> {
  await mkdir(`${ART}share`, { recursive: true })
  await withChromium(async (browser) => {
    for (const [path, { title }] of Object.entries(listSharePages(site))) {
      const name = shareFileOf(path, site)
      if (only.length && !only.includes(name)) continue
      const ground = await sharp(`${ART}${sceneOf(path, name)}-wide-2400.webp`)
        .resize({ ...SIZE, fit: 'cover', position: 'bottom' })
        .jpeg({ quality: 92 })
        .toBuffer()
      const png = await screenshot(browser, draw(title, path === '/' ? site.brand.mission : site.brand.vision, ground), SIZE)
      await sharp(png).jpeg({ quality: 82, mozjpeg: true }).toFile(`${ART}share/${name}.jpg`)
    }
  })
  await writeFile(`${ART}share/texts.json`, `${JSON.stringify(listDrawnTexts(site), null, 2)}\n`)
}

function sceneOf(path: string, name: string) {
  if (path === '/') return 'home'
  return path.startsWith('/programs/') ? `programs/${name}` : `pages/${name}`
}

/** Composes a share image: the brand at the top, the page's title and a line below the title, on the plain side of a scene. */
function draw(title: string, line: string, ground: Buffer): string {
  const size = title.length > 24 ? 64 : 76
  return `<body style="width:1200px;height:630px;background:linear-gradient(100deg,rgba(15,20,34,.78),rgba(15,20,34,.5) 45%,rgba(15,20,34,.08) 72%),url(data:image/jpeg;base64,${ground.toString('base64')});color:#fff;padding:72px 80px;display:flex;flex-direction:column;font-family:'Source Sans'">
<div style="display:flex;align-items:center;gap:18px;font:500 46px Fraunces;font-variation-settings:'SOFT' 40;letter-spacing:-.01em"><svg width="62" height="62" viewBox="0 3 64 64">${mark('#fff6e4')}</svg>${site.brand.name}</div>
<div style="margin:auto 0;font:440 ${size}px/1.06 Fraunces;font-variation-settings:'SOFT' 40;letter-spacing:-.02em;max-width:700px;text-wrap:balance">${title}</div>
<div style="font-size:32px;line-height:1.35;max-width:600px;color:#fbeeda">${line}</div></body>`
}
