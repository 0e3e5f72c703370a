import { request } from 'node:http'

type RawAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }

/** Requests a URL and returns the body as sent, still compressed. */
export function rawGet(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    })
      .on('error', reject)
      .end()
  })
}
