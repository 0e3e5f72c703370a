import { ImportEvent, type ImportRequest } from '#contracts/catalogue/import.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { json } from '#web/lib/api/api.ts'

/** Runs an import on the server and passes each event to `onEvent`. Rejects if the connection is lost before the last event. */
export async function runImport(request: ImportRequest, onEvent: (event: ImportEvent) => void, signal: AbortSignal): Promise<void> {
  const { body } = await adminApi.call('/imports', { ...json('POST', request), signal })
  if (!body) throw new TypeError('The response has no body')
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let isEnded = false
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    const lines = (text + decoder.decode(value, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const event = ImportEvent.parse(JSON.parse(line))
      isEnded ||= event.type === 'done' || event.type === 'failed'
      onEvent(event)
    }
  }
  if (!isEnded) throw new TypeError('The connection was lost')
}
