import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'

const read = async (content: Uint8Array, pixelLimit = 40e6) => {
  const { width, height, renditions } = await runSandboxTask({ kind: 'image', content, pixelLimit, isInText: true })
  return { size: [width, height], widths: renditions.filter(({ type }) => type === 'image/webp').map((one) => one.width), renditions }
}
const draw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a33' } })
const svg = (content: string, size = 'viewBox="0 0 300 30"') =>
  Buffer.from(
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`,
  )

test('an image in a text may have any shape, such as a line of mathematics', async () => {
  expect(await read(await draw(900, 40).png().toBuffer())).toMatchObject({ size: [900, 40], widths: [480, 900] })
})

test('an animated GIF is represented by its first frame', async () => {
  const frames = await Promise.all(['#a33', '#3a3'].map((background) => draw(60, 40).flatten({ background }).png().toBuffer()))
  const { size, renditions } = await read(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  )
  expect(size).toEqual([60, 40])
  const [red = 0, green = 0] = (await sharp(renditions[0]?.content).raw().toBuffer()).subarray(0, 2)
  expect(red).toBeGreaterThan(green)
})

test('a drawing keeps its stated size, and is drawn sharp at the greatest width', async () => {
  expect(await read(svg('<rect width="300" height="30" fill="#333"/>'))).toMatchObject({ size: [300, 30], widths: [480, 1080] })
  const large = 'width="30000" height="20000" viewBox="0 0 3 2"'
  expect(await read(svg('<rect width="3" height="2"/>', large))).toMatchObject({ size: [30_000, 20_000], widths: [480, 1080] })
})

test('a drawing contains its own images, and loads no file that it refers to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const content = await draw(300, 30).png().toBuffer()
  const path = join(folder, 'image.png')
  writeFileSync(path, content)
  const opacityOf = async (href: string) => {
    const { renditions } = await read(svg(`<image xlink:href="${href}" href="${href}" width="300" height="30"/>`))
    return (await sharp(renditions.at(-1)?.content).stats()).channels.at(3)?.max ?? 255
  }
  expect(await opacityOf(`data:image/png;base64,${content.toString('base64')}`)).toBe(255)
  expect([await opacityOf(`file://${path}`), await opacityOf(path)]).toEqual([0, 0])
})

test.each([
  ['an ornament', () => draw(300, 4).png().toBuffer()],
  ['a damaged image', async () => (await draw(300, 300).jpeg().toBuffer()).subarray(0, 300)],
  ['a photo for printers', () => draw(300, 300).tiff().toBuffer()],
  ['a drawing of a million inches', () => svg('<rect/>', 'width="1000000in" height="1000000in"')],
  ['a drawing with endless entities', () => svg(`<text>${'&a;'.repeat(9)}</text>`)],
  ['a text', () => Buffer.from('<html></html>')],
])('%s is no image of a text', async (_, build) => {
  await expect(read(await build())).rejects.toThrow(InvalidFileError)
})
