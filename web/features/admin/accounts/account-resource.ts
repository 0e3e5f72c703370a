import { Admin } from '#contracts/admin.ts'
import { findAdmin, listAdmins } from '#web/features/admin/kit/api.ts'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { fetchTwoStep } from '../two-step/two-step-source.ts'

export const accountResource: Resource<Admin> = {
  home: '/admin/accounts',
  path: '/admins',
  one: 'admin account',
  many: 'admin accounts',
  title: 'Admin Accounts',
  list: listAdmins,
  find: findAdmin,
  findOwnId: async () => (await fetchTwoStep()).id,
  read: (json) => Admin.parse(json),
  nameOf: (admin) => `${admin.firstname} ${admin.lastname}`,
  toasts: {
    fetchFailed: 'Failed to fetch admin accounts',
    added: 'Admin account created successfully',
    addFailed: 'Failed to create admin account',
    updated: 'Admin account updated successfully',
    updateFailed: 'Failed to update admin account',
    deleteFailed: 'Failed to delete admin account',
  },
}
