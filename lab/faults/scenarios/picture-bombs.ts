import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { peakMemory } from '#tests/support/process-status.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'
import type { Scenario } from '../scenario.ts'

/** Picture file of a thousand bytes that decodes to 40 million pixels. */
const BOMB = join(import.meta.dirname, '../files/6300-by-6300.avif')

/** Fault scenario, part of scenario 6: decompression bombs don't raise the server's memory. */
export const pictureBombs: Scenario = {
  number: 6,
  name: 'decompression bombs',
  maxGrowthMegabytes: 100,
  run: async (product, { long }) => {
    const { statuses, grownMegabytes, seconds } = await sendPictureBombs({ ...product, pid: product.pid, count: long ? 50 : 5 })
    return [
      { name: 'images', value: statuses.length },
      // Rejections with 400 are expected on a machine with little memory.
      { name: 'neither published nor refused', value: statuses.filter((status) => status !== 201 && status !== 400).length, atMost: 0 },
      { name: 'growth of the app’s peak memory', value: grownMegabytes ?? 0, unit: 'MB', atMost: 150 },
      { name: 'time per image', value: seconds / statuses.length, unit: 's' },
    ]
  },
}

export type PictureBombFigures = {
  /** Status of each upload: 201, or a rejection */
  statuses: number[]
  /** Growth of the server's peak memory in MB; undefined if the system doesn't report it */
  grownMegabytes: number | undefined
  seconds: number
}

/** Sends `count` concurrent pictures that take hundreds of megabytes to decode. `headers` are those of an administrator. */
export async function sendPictureBombs({
  url,
  pid,
  headers,
  count,
}: {
  url: string
  pid: number
  headers: Record<string, string>
  count: number
}): Promise<PictureBombFigures> {
  const photo = new Blob([new Uint8Array(await readFile(BOMB))], { type: 'image/avif' })
  const before = await peakMemory(pid)
  const start = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const body = await buildAuthorForm({ name: `Author of bomb ${number}`, photo })
      const response = await fetch(`${url}/api/authors`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const after = await peakMemory(pid)
  return { statuses, grownMegabytes: before && after && (after - before) / 1e6, seconds }
}
