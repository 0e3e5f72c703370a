import sharp, { type OverlayOptions } from 'sharp'
import { THEME } from '#contracts/site/palette.ts'
import { fitText, type TextBlock } from './fit-text.ts'
import { SHARE_PICTURE, SHARE_PICTURE_BYTES, type ShareBrand, type SharePictureTask, type ShareSubject } from './share-picture.ts'

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE
/** Colors of the site's light and dark themes (`web/theme.css`). */
const LIGHT = { ground: THEME.paper, ink: THEME.ink, soft: THEME.soft, rule: THEME.rule, free: '#37603f', logo: 'onLight' } as const
const darkOf = ({ colors }: ShareBrand) =>
  ({
    ground: colors.night,
    ink: THEME.moon,
    soft: '#bdb6a8',
    rule: colors['night-rule'],
    free: colors['lamp-2'],
    logo: 'onDark',
  }) as const
/** Width of the colored panel behind the cover, left of the text, in pixels. */
const PANEL = 456
const MARGIN = 64
const LEFT = PANEL + MARGIN
const RIGHT = WIDTH - MARGIN
const COVERS = { book: { width: 328, height: 492 }, square: { width: 336, height: 336 }, portrait: { width: 344, height: 430 } }
const TITLE = { top: 142, height: 270, sizes: [78, 70, 62, 55, 48, 42, 37, 33] }
// Font family names as in the font files: `fonts/make.ts` fixes each font's weight, which changes the family name.
const FALLBACK = 'Noto Naskh Arabic Medium, Source Sans 3 ExtraLight, Noto Emoji'
const SERIF = `Fraunces, ${FALLBACK}`
const SANS = `Source Sans 3 ExtraLight, ${FALLBACK}`
const QUALITIES = [86, 78, 68, 55, 40]

// Images are drawn one at a time on a single thread, so that the processor stays available for requests.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Webp', 'Png', 'Jpeg', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`) })

/** Draws a share image as JPEG. Runs in the sandbox process. */
export async function drawSharePicture({ subject, brand }: SharePictureTask): Promise<Uint8Array> {
  const colors = subject.shape === 'square' ? darkOf(brand) : LIGHT
  const box = { width: RIGHT - LEFT, color: colors.ink }
  const cover = await sizeCover(subject)
  const title = await fitText(subject.title, { ...box, ...TITLE, font: SERIF, lineHeight: 0.92, tracking: -0.012 })
  const by = subject.by ? await fitText(subject.by, { ...box, font: SANS, sizes: [32, 28], height: 44, color: colors.soft }) : undefined
  const label = await fitText(subject.label, {
    ...box,
    font: SANS,
    sizes: [34],
    height: 48,
    color: subject.isFree ? colors.free : colors.ink,
  })
  const logo = await sizeLogo(brand.logos[colors.logo])
  const name = await fitText(brand.name, {
    ...box,
    width: box.width - logo.width - 16,
    font: SERIF,
    sizes: [32, 26],
    height: 44,
    tracking: -0.01,
  })

  // The title and the author's name are centered vertically in their area.
  const textHeight = title.height + (by ? 26 + by.height : 0)
  const top = TITLE.top + Math.max(0, Math.round((TITLE.height + 70 - textHeight) / 2))
  const ground = drawGround(cover, { panel: subject.color, ...colors })
  const layers: OverlayOptions[] = [
    { input: ground, left: 0, top: 0 },
    { input: cover.data, left: cover.left, top: cover.top },
    { input: logo.data, left: LEFT, top: 80 - Math.round(logo.height / 2) },
    { input: name.data, left: LEFT + logo.width + 16, top: 80 - Math.round(name.height / 2) },
    place(title, top, title),
    ...(by ? [place(by, top + title.height + 26, title)] : []),
    { input: label.data, left: LEFT, top: 552 - Math.round(label.height / 2) },
  ]
  const picture = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colors.ground } }).composite(layers)
  return encode(await picture.removeAlpha().raw().toBuffer())
}

function place(block: TextBlock, top: number, { isRightToLeft }: TextBlock): OverlayOptions {
  return { input: block.data, left: isRightToLeft ? RIGHT - block.width : LEFT, top }
}

async function sizeCover({ shape, cover }: ShareSubject) {
  // A portrait is cropped to its frame, as on the site's pages; a cover is never cropped.
  const fit = shape === 'portrait' ? 'cover' : 'inside'
  const { data, info } = await sharp(cover)
    .resize({ ...COVERS[shape], fit, position: 'attention' })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { data, width, height, left: Math.round((PANEL - width) / 2), top: Math.round((HEIGHT - height) / 2) }
}

/** Returns the logo, scaled to a height of 40 pixels. */
async function sizeLogo(logo: string) {
  if (logo.startsWith('<'))
    return { data: Buffer.from(logo.replace('width="64" height="58"', 'width="44" height="40"')), width: 44, height: 40 }
  const { data, info } = await sharp(Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'))
    .resize({ width: 200, height: 40, fit: 'inside' })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Returns the background of a share image as SVG: the panel, the cover's shadow and the line above the price. */
function drawGround(
  { width, height, left, top }: { width: number; height: number; left: number; top: number },
  { panel, rule }: { panel: string; rule: string },
): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><filter id="soft" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="16"/></filter></defs>
    <rect width="${PANEL}" height="${HEIGHT}" fill="${panel}"/>
    <rect x="${left + 6}" y="${top + 20}" width="${width - 12}" height="${height}" fill="#000" fill-opacity=".45" filter="url(#soft)"/>
    <rect x="${left - 1}" y="${top - 1}" width="${width + 2}" height="${height + 2}" fill="#fff" fill-opacity=".16"/>
    <rect x="${PANEL}" width="${WIDTH - PANEL}" height="${HEIGHT}" fill="none"/>
    <rect x="${LEFT}" y="508" width="${RIGHT - LEFT}" height="1.5" fill="${rule}"/>
  </svg>`)
}

/** Encodes an image as JPEG with the highest quality that stays within `SHARE_PICTURE_BYTES`. */
async function encode(pixels: Buffer): Promise<Buffer> {
  let jpeg = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    jpeg = await sharp(pixels, { raw: { ...SHARE_PICTURE, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (jpeg.length <= SHARE_PICTURE_BYTES) break
  }
  return jpeg
}
