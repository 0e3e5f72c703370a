import { z } from 'zod'
import { Admin, AdminAccount, AdminChanges, AdminFields } from '#contracts/admin/admin.ts'
import { ItemId } from '#contracts/common/list.ts'
import type { App } from '#server/platform/http/server.ts'
import type { AdminService } from './admins.service.ts'

const tags = ['admins']

export function adminRoutes({ admins }: { admins: AdminService }) {
  return async (app: App) => {
    app.get('/admins', { schema: { tags, summary: 'List admin accounts', response: { 200: z.array(Admin) } } }, () => admins.list())

    app.get(
      '/accounts',
      {
        schema: {
          tags,
          summary: 'List admin accounts with their last sign-in and their use of two-step sign-in',
          response: { 200: z.array(AdminAccount) },
        },
      },
      () => admins.listAccounts(),
    )

    app.get('/account', { schema: { tags, summary: 'Get the signed-in account', response: { 200: AdminAccount } } }, ({ session }) =>
      admins.get(session?.admin.id ?? ''),
    )

    app.post(
      '/admins',
      {
        schema: { tags, summary: 'Create an admin account', body: AdminFields, response: { 201: AdminAccount }, notes: { refuses: [409] } },
        config: { recentPassword: true },
      },
      async (request) => {
        const { id } = await admins.add(request.body, { by: request.actor })
        return admins.get(id)
      },
    )

    app.patch(
      '/admins/:id',
      {
        schema: {
          tags,
          summary:
            'Change an admin account. A new password or email address requires the current password and ends the account’s other sessions',
          params: ItemId,
          body: AdminChanges,
          response: { 200: AdminAccount },
          notes: { refuses: [409] },
        },
        config: { recentPassword: true },
      },
      async ({ params: { id }, body: { currentPassword: _checked, ...changes }, actor, session }) => {
        await admins.change(id, changes, { by: actor, session: session?.id, isPasswordShown: session?.isPasswordShown })
        return admins.get(id)
      },
    )

    app.delete(
      '/admins/:id',
      {
        schema: {
          tags,
          summary: 'Delete an admin account and end its sessions',
          params: ItemId,
          response: { 204: z.null() },
          notes: { refuses: [409] },
        },
        config: { recentPassword: true },
      },
      (request) => admins.remove(request.params.id, { by: request.actor }),
    )
  }
}
