import { vi } from 'vitest'

/** Routes `XMLHttpRequest` form uploads through `fetch`, which `FakeApi` mocks. `XMLHttpRequest` is restored after each test. */
export function openFakeUploads() {
  vi.spyOn(window, 'XMLHttpRequest').mockImplementation(FetchingRequest as unknown as typeof XMLHttpRequest)
}

class FetchingRequest {
  readonly upload = {}
  status = 0
  statusText = ''
  responseText = ''
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  #url = ''
  #method = 'GET'
  #headers = new Headers()
  #answer: Headers | undefined
  #controller = new AbortController()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getResponseHeader(name: string) {
    return this.#answer?.get(name) ?? null
  }

  abort() {
    this.#controller.abort()
  }

  async send(body: BodyInit | null) {
    const { signal } = this.#controller
    try {
      const response = await fetch(this.#url, { method: this.#method, headers: this.#headers, body, signal })
      this.#answer = response.headers
      this.status = response.status
      this.statusText = response.statusText
      this.responseText = await response.text()
      this.onload?.()
    } catch {
      if (signal.aborted) this.onabort?.()
      else this.onerror?.()
    }
  }
}
