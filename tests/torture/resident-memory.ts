import { readFile } from 'node:fs/promises'
import type { Figure } from './harm.ts'

const INTERVAL_MS = 500
const MEGABYTE = 1024 * 1024

/** Memory of a process in bytes; nothing where it has ended, or where the machine has no /proc. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Looks at the memory of the product, whichever process it is just then, until `end` says how it went. */
export async function watchMemory(product: { readonly pid: number }) {
  const before = await residentMemory(product.pid)
  let most = before ?? 0
  const timer = setInterval(async () => {
    most = Math.max(most, (await residentMemory(product.pid)) ?? 0)
  }, INTERVAL_MS)
  return {
    stop: () => clearInterval(timer),
    figures: async ({ growthAtMostMegabytes }: { growthAtMostMegabytes?: number | undefined }): Promise<Figure[]> => {
      const after = await residentMemory(product.pid)
      if (before === undefined || after === undefined) return []
      return [
        { name: 'memory before', value: before / MEGABYTE, unit: 'MB' },
        { name: 'memory at most', value: most / MEGABYTE, unit: 'MB' },
        {
          name: 'memory grown by, after',
          value: (after - before) / MEGABYTE,
          unit: 'MB',
          ...(growthAtMostMegabytes !== undefined && { atMost: growthAtMostMegabytes }),
        },
      ]
    },
  }
}
