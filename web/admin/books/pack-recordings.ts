import { downloadZip } from 'client-zip'

/** Returns an archive of recordings. The names begin with the places of the files, by which the server orders them. */
export async function packRecordings(files: File[]): Promise<File> {
  const entries = files.map((file, index) => ({ name: `${String(index + 1).padStart(4, '0')} ${file.name}`, input: file }))
  const archive = await downloadZip(entries).blob()
  return new File([archive], `${files.length} recordings.zip`, { type: 'application/zip' })
}
