import { FILE_KINDS, type FileKind, formatLimit } from './file-field-schema.ts'
import { useFileLimits } from './file-limits.ts'

/** How large a file of the kind may be, for a field's hint. */
export function SizeLimit({ kind }: { kind: FileKind }) {
  return <>At most {formatLimit(useFileLimits()[FILE_KINDS[kind].limit])}.</>
}
