/**
 * Opens the share sheet of the device, or copies a text where there is none. Returns `failed` if the browser denies both, as it denies the
 * clipboard on pages without TLS, and `shared` also if the visitor closed the sheet.
 */
export async function shareOrCopy(data: ShareData, copied: string): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if (navigator.share) {
      await navigator.share(data)
      return 'shared'
    }
    await navigator.clipboard.writeText(copied)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed'
  }
}
