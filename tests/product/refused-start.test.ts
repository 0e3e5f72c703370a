import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

test.each(['PORT', 'METRICS_PORT'])(
  'a server whose %s is in use refuses to start, and names the port before it opens a database',
  { tags: ['full'] },
  async (name) => {
    const folder = await makeTempFolder()
    const dataDir = join(folder, 'data')
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO: 'off', [name]: String(port) }
    const { code, stderr }: { code?: number; stderr: string } = await promisify(execFile)('node', ['server/main.ts'], { env }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`The app can’t listen on 127.0.0.1:${port}: another program uses this port.`),
    })
    expect(existsSync(dataDir)).toBe(false)
    other.close()
    await rm(folder, { recursive: true, force: true })
  },
)
