import { measureAdminList } from './admin-list.ts'
import type { Result } from './result.ts'
import { measureUploadMemory } from './upload-memory.ts'

/** Measures every promise of performance as a ratio against a reference in the same run. */
const measures: (() => Promise<Result>)[] = [measureAdminList, measureUploadMemory]

let broken = 0
for (const measure of measures) {
  const { name, ratio, promise, detail } = await measure()
  const kept = ratio <= promise
  if (!kept) broken += 1
  console.log(`${kept ? 'kept  ' : 'BROKEN'}  ${ratio.toFixed(2)} (at most ${promise})  ${name}  [${detail}]`)
}
process.exit(broken === 0 ? 0 : 1)
