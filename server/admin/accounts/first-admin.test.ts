import { expect, test } from 'vitest'
import type { Admin, AdminFields } from '#contracts/admin/admin.ts'
import { emailIsTaken } from './admins.service.ts'
import { createFirstAdmin } from './first-admin.ts'

const { signal } = new AbortController()

/** Creates an account service whose database fails once at each of the given calls. */
function failingAccounts(...failing: ('count' | 'add')[]) {
  const added: AdminFields[] = []
  const failOnce = (call: 'count' | 'add') => {
    const index = failing.indexOf(call)
    if (index === -1) return
    failing.splice(index, 1)
    throw new Error(`${call} failed`)
  }
  return {
    added,
    count: async () => {
      failOnce('count')
      return added.length
    },
    add: async (fields: AdminFields) => {
      failOnce('add')
      added.push(fields)
      return fields as unknown as Admin
    },
  }
}

test('the first admin is created with the returned password as soon as the database responds again', async () => {
  const admins = failingAccounts('count', 'add')
  const failures: unknown[] = []
  const first = await createFirstAdmin(admins, { signal, onFailure: (error) => failures.push(error) })
  expect(failures).toEqual([new Error('count failed'), new Error('add failed')])
  expect(admins.added).toEqual([expect.objectContaining({ email: first?.email, password: first?.password })])
})

test('no password is returned when another instance creates the first admin at the same moment', async () => {
  const admins = { count: async () => 0, add: () => Promise.reject(emailIsTaken()) }
  expect(await createFirstAdmin(admins, { signal, onFailure: () => undefined })).toBeUndefined()
})
