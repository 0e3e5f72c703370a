import { setTimeout as delay } from 'node:timers/promises'
import type { Recorder } from './recorder.ts'

const PIECES = 4
const PAUSE_MS = 300
const RETRY_MS = 500
const GIVE_UP_MS = 90_000
const TUS = { 'tus-resumable': '1.0.0' }

/** Result of an upload in chunks. `lost` counts acknowledged bytes that are missing later; `nodes` names the nodes that received chunks. */
export type PieceReport = { id: string | undefined; lost: number; nodes: Set<string>; resumed: number }

/** Uploads a PDF in chunks, each to any node, and resumes at the stored offset after a failure. */
export async function uploadInPieces(
  url: string,
  { file, headers, recorder }: { file: Buffer; headers: Record<string, string>; recorder: Recorder },
): Promise<PieceReport> {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const began = await recorder.patient('begin an upload')(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      ...TUS,
      'upload-length': String(file.length),
      'upload-metadata': `field ${encode('pdf')},filename ${encode('a.pdf')}`,
    },
  })
  const id = began.headers.get('location')?.split('/').at(-1)
  const report: PieceReport = { id, lost: 0, nodes: new Set([began.headers.get('x-node') ?? '']), resumed: 0 }
  if (began.status !== 201) return { ...report, id: undefined }

  const uploadUrl = `${url}/api/uploads/${id}`
  const size = Math.ceil(file.length / PIECES)
  const end = Date.now() + GIVE_UP_MS
  let acknowledged = 0
  for (let offset = 0; offset < file.length; ) {
    const response = await recorder
      .send('send a piece', uploadUrl, {
        method: 'PATCH',
        headers: { ...headers, ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(file.subarray(offset, offset + size)),
      })
      .catch(() => undefined)
    report.nodes.add(response?.headers.get('x-node') ?? '')
    if (response?.status === 204) offset = acknowledged = Number(response.headers.get('upload-offset'))
    else {
      if (Date.now() > end) return { ...report, id: undefined }
      await delay(RETRY_MS)
      const found = await recorder
        .send('ask for the offset', uploadUrl, { method: 'HEAD', headers: { ...headers, ...TUS } })
        .catch(() => undefined)
      if (found?.status === 404 || found?.status === 410) return { ...report, id: undefined, lost: report.lost + acknowledged }
      if (found?.status !== 200) continue
      offset = Number(found.headers.get('upload-offset'))
      report.lost += Math.max(0, acknowledged - offset)
      report.resumed += 1
    }
    await delay(PAUSE_MS)
  }
  report.nodes.delete('')
  return report
}
