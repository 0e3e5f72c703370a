/** Called with the number of bytes sent and the total. */
export type OnProgress = (sent: number, total: number) => void

/** Replacement for `fetch` based on XMLHttpRequest, which, unlike the native `fetch`, reports upload progress. */
export function uploadingFetch(onProgress?: OnProgress) {
  return (url: string, { method = 'GET', headers, body, signal }: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total)
      request.onload = () => resolve(toResponse(request))
      request.onerror = () => reject(new TypeError('The connection was lost'))
      request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
      if (signal?.aborted) return reject(new DOMException('Cancelled', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send((body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type')
  const retryAfter = request.getResponseHeader('retry-after')
  return new Response(request.status === 204 ? null : request.responseText, {
    status: request.status,
    statusText: request.statusText,
    headers: { ...(type && { 'content-type': type }), ...(retryAfter && { 'retry-after': retryAfter }) },
  })
}
