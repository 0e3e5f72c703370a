export async function writePreview(_path: string, _target: string): Promise<number | null> {
  return null
}
