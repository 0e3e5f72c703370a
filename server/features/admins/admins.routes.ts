import { z } from 'zod'
import { Admin, AdminFields, LoginRequest, LoginResponse } from '#contracts/admin.ts'
import { ItemId } from '#contracts/list.ts'
import type { App } from '#server/platform/http/server.ts'
import type { AdminService } from './admins.service.ts'
import { bearerToken } from './require-admin.ts'

const tags = ['admins']

export function loginRoutes({ admins }: { admins: AdminService }) {
  return async (app: App) => {
    app.post(
      '/login',
      { schema: { tags, summary: 'Sign in', body: LoginRequest, response: { 200: LoginResponse } } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return admins.login(request.body, request.ip)
      },
    )
  }
}

export function adminRoutes({ admins }: { admins: AdminService }) {
  return async (app: App) => {
    app.post('/logout', { schema: { tags, summary: 'End this session', response: { 204: z.null() } } }, async (request, reply) => {
      await admins.logout(bearerToken(request) ?? '')
      return reply.code(204).send(null)
    })

    app.get('/admins', { schema: { tags, summary: 'All admin accounts', response: { 200: z.array(Admin) } } }, () => admins.list())

    app.post(
      '/admins',
      { schema: { tags, summary: 'Create an admin account', body: AdminFields, response: { 201: Admin } } },
      async (request, reply) => reply.code(201).send(await admins.add(request.body)),
    )

    app.delete(
      '/admins/:id',
      { schema: { tags, summary: 'Delete an admin account and end its sessions', params: ItemId, response: { 204: z.null() } } },
      async (request, reply) => {
        await admins.remove(request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
