import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'

export type Upload = { url: string; headers: Record<string, string> }

const TUS = { 'tus-resumable': '1.0.0' }

/** Starts an upload at an instance and returns its URL. */
export async function beginUpload(app: Upload, size: number, field: 'pdf' | 'audio' = 'pdf'): Promise<Upload> {
  const response = await fetch(`${app.url}/api/uploads`, {
    method: 'POST',
    headers: { ...app.headers, ...TUS, 'upload-length': String(size), 'upload-metadata': `field ${btoa(field)}` },
  })
  expect(response.status).toBe(201)
  return { url: new URL(response.headers.get('location') ?? '', `${app.url}/api/uploads`).href, headers: app.headers }
}

/** Returns the URL and headers of an upload at another instance */
export function uploadAt(app: Upload, { url }: Upload): Upload {
  return { url: new URL(new URL(url).pathname, app.url).href, headers: app.headers }
}

/**
 * Returns the offset of an upload; undefined if the request is rejected. The request makes the server abort an unfinished PATCH request of
 * the upload.
 */
export async function offsetOf({ url, headers }: Upload): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', headers: { ...headers, ...TUS } })
  return response.ok ? Number(response.headers.get('upload-offset')) : undefined
}

/** Opens a PATCH request that appends to an upload, and whose body the test writes. */
export function openPiece({ url, headers }: Upload, offset: number, length: number) {
  const sending = request(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(length),
    },
  })
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sending.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    sending.once('error', reject)
  })
  answer.catch(() => undefined)
  return { sending, answer }
}

/** Writes bytes to an upload request. Resolves when the bytes have been sent to the server. */
export function write(sending: ClientRequest, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => sending.write(bytes, () => resolve()))
}

/** Sends bytes of an upload and returns the status of the response. */
export async function sendPiece(upload: Upload, offset: number, bytes: Buffer): Promise<number> {
  const { sending, answer } = openPiece(upload, offset, bytes.length)
  sending.end(bytes)
  return (await answer).status
}
