import { FILE_KINDS, type FileKind, formatLimit } from './file-field-schema.ts'
import { useFileLimits } from './file-limits.ts'

/** The size limit of a kind of file, for the hint of a field. */
export function SizeLimit({ kind }: { kind: FileKind }) {
  return <>At most {formatLimit(useFileLimits()[FILE_KINDS[kind].limit])}.</>
}
