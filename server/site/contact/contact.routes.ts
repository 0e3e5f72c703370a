import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ItemId } from '#contracts/common/list.ts'
import {
  ContactForm,
  ContactSettings,
  InboxState,
  Message,
  MessageChanges,
  MessageEntryForm,
  MessageQuery,
} from '#contracts/site/contact.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { addListRoute } from '#server/platform/lists/list-route.ts'
import { notFound } from '#server/platform/problems.ts'
import type { ContactService } from './contact.service.ts'

const tags = ['contact']

/** Returns a digest that identifies a browser, if this site has issued its client id. */
export type BrowserOf = (request: FastifyRequest) => string | undefined

export function contactRoutes({ contact, browserOf }: { contact: ContactService; browserOf: BrowserOf }) {
  return async (app: App) => {
    setBound(app, 'limited')
    app.get(
      '/contact',
      {
        schema: { tags, summary: 'Get the settings that the contact form and the privacy page state', response: { 200: ContactSettings } },
        config: { bound: { constant: 'a setting' } },
      },
      async () => ({ delivery: contact.delivery, addressLogDays: contact.addressLogDays }),
    )

    app.post(
      '/contact',
      {
        schema: {
          tags,
          summary: 'Send a message; 404 unless CONTACT_DELIVERY is inbox',
          body: ContactForm,
          response: { 204: z.null() },
          notes: { refuses: [404] },
        },
        onRequest: async () => {
          if (contact.delivery !== 'inbox') throw notFound('inbox')
        },
      },
      (request) => contact.send(request.body, { ip: request.ip, browser: browserOf(request) }),
    )
  }
}

export function messageAdminRoutes({ contact }: { contact: ContactService }) {
  return async (app: App) => {
    const list = { tags, summary: 'List contact messages, newest first', query: MessageQuery, item: Message }
    addListRoute(app, '/messages', list, contact.list)

    app.patch(
      '/messages/:id',
      {
        schema: { tags, summary: 'Mark a message as read or answered', params: ItemId, body: MessageChanges, response: { 200: Message } },
        config: { recentPassword: false },
      },
      ({ params, body, actor }) => contact.change(params.id, body, { by: actor }),
    )

    app.get('/messages/state', { schema: { tags, summary: 'Get the number of unread messages', response: { 200: InboxState } } }, () =>
      contact.state(),
    )

    app.post(
      '/messages/:id/entries',
      {
        schema: {
          tags,
          summary: 'Answer a message by email, or add a note for colleagues',
          params: ItemId,
          body: MessageEntryForm,
          response: { 201: Message },
          notes: { refuses: [409] },
        },
        config: { recentPassword: false },
      },
      async ({ params, body, actor }) => contact.addEntry(params.id, body, { by: actor }),
    )

    app.delete(
      '/messages/:id',
      { schema: { tags, summary: 'Delete a message', params: ItemId, response: { 204: z.null() } }, config: { recentPassword: true } },
      (request) => contact.remove(request.params.id, { by: request.actor }),
    )
  }
}
