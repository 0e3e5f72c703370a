import { expect, test } from 'vitest'
import { publishing } from './publishing.ts'
import { definePublishing } from './schema.ts'

test('missing publishing texts are reported by name', () => {
  const [first, ...rest] = publishing.stages
  const stages = [{ ...first, services: first?.services.slice(1) ?? [], title: ' ' }, ...rest] as typeof publishing.stages
  const attempt = () => definePublishing({ ...publishing, stages, packages: publishing.packages.slice(1) })
  for (const problem of [/stages.*\.title/, /thirteen services/, /packages/]) expect(attempt).toThrow(problem)
})
