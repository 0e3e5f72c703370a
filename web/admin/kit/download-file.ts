import { saveFile } from '#web/lib/save-file.ts'
import { adminApi } from './api.ts'

/** Saves an API response as a file. A plain link can't send the session token. */
export async function downloadFile(path: string, name: string): Promise<void> {
  saveFile(await (await adminApi.call(path)).blob(), name)
}
