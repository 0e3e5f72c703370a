import { adminApi } from './api.ts'

/** Saves what the API answers as a file. A plain link could not send the token. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const file = await (await adminApi.call(path)).blob()
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers begin to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
