import { z } from 'zod'
import { ItemDetails, StartedFrom } from '#contracts/catalogue/item.ts'
import { ItemFiles } from '#contracts/catalogue/item-files.ts'
import { editionFields, type ItemForm } from '#contracts/catalogue/item-form.ts'
import type { ItemState } from '#contracts/catalogue/item-state.ts'
import { isPreviewed } from '#contracts/catalogue/item-visibility.ts'
import { SITEMAP_ITEMS, SitemapItem, SitemapQuery } from '#contracts/catalogue/sitemap.ts'
import { ItemId, type ListQuery, type Page, plainText } from '#contracts/common/list.ts'
import { uploadReference } from '#contracts/common/upload.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import { PreviewLink } from '#contracts/site/site-sections.ts'
import { withForm } from '#server/media/upload/with-form.ts'
import { documentForm, LIST_HEADERS, NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { addListRoute } from '#server/platform/lists/list-route.ts'
import type { PublicList } from '#server/platform/lists/public-lists.ts'
import { conflict } from '#server/platform/problems.ts'
import { PREVIEW_HEADERS } from '#server/platform/response-cache/response-cache.ts'
import { fileRules } from './file-rules.ts'
import type { ItemDeps } from './item-deps.ts'
import type { ItemService } from './items.service.ts'
import type { AllItemsQuery } from './items.store.ts'

const FileParams = ItemId.extend({ file: plainText(100).meta({ description: 'Id of the replaced file' }) })

/** Creates the routes of one kind of items: the list, single items, the forms that add and change items, and deletion. */
export function itemRoutes<Query extends ListQuery>(
  kind: {
    path: `/${string}`
    item: z.ZodObject
    /** Schema of a single item, if it differs from the schema in lists */
    details?: z.ZodObject
    query: z.ZodType<Query>
    form: ItemForm
    fields: z.ZodObject
    /** Schema of the fields that change an item, if it differs from the schema of new items */
    changes?: z.ZodObject
    /** Nouns of the kind in summaries, the singular with its article, and the order of its list */
    named: { one: `${'a' | 'an'} ${string}`; many: string; order: string }
    service: PublicList<Query, unknown> &
      Pick<ItemService, 'view' | 'add' | 'change' | 'remove'> & { listForSitemap: (page: number) => Promise<SitemapItem[]> }
    /** Query and service for items that are not public, if the kind has states */
    states?: {
      product: ProductKind
      query: z.ZodType<AllItemsQuery<Query>>
      service: Pick<ItemService, 'listFiles' | 'restoreFile' | 'restore' | 'deleteForGood'> & {
        listInAllStates: (query: AllItemsQuery<Query>) => Promise<Page<unknown>>
        viewInAllStates: (idOrSlug: string) => Promise<{ id: string; state: ItemState; deletedAt: string | null }>
      }
    }
  },
  { lists, library, claimUpload, limits, previews }: ItemDeps,
) {
  const { path, query, service } = kind
  const { one, many, order } = kind.named
  const files = fileRules(kind.form, limits)
  const item: z.ZodType = kind.item
  const details: z.ZodType = (kind.details ?? kind.item).extend(ItemDetails.shape)
  const tags = [path.slice(1)]
  const uploads = Object.fromEntries(editionFields(kind.form).map((field) => [`${field}Upload`, uploadReference(field)]))
  const fields = kind.fields.extend(uploads)
  const changes = (kind.changes ?? kind.fields).extend(uploads).partial().extend({ updatedAt: StartedFrom })
  const form = {
    folder: library.tempFolder,
    requireFreeSpace: library.requireFreeSpace,
    files,
    claim: claimUpload,
  }

  async function publicRoutes(app: App) {
    app.get(
      path,
      {
        schema: {
          tags,
          summary: `List ${many}, ${order}`,
          querystring: query,
          response: { 200: z.array(item), ...NOT_MODIFIED },
          notes: { responseHeaders: LIST_HEADERS },
        },
        config: { bound: 'cached' },
      },
      (request, reply) => lists.send(request, reply, service),
    )

    app.get(
      `/sitemap${path}`,
      {
        schema: {
          tags,
          summary: `List ${many} for the sitemap, oldest first; ${SITEMAP_ITEMS} per page`,
          querystring: SitemapQuery,
          response: { 200: z.array(SitemapItem) },
        },
        config: { bound: 'in turn' },
      },
      (request) => lists.inTurn(visitorOf(request), () => service.listForSitemap(request.query.page)),
    )

    app.get(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: `Get ${one} by its id or a current or former slug; 410 for a withdrawn item, an item in the bin, and the slug of a deleted item`,
          params: ItemId,
          response: { 200: details },
          notes: { refuses: [410] },
        },
        config: { bound: 'in turn' },
      },
      (request, reply) => {
        const preview = previews.find(request)
        if (preview) reply.headers(PREVIEW_HEADERS)
        return lists.inTurn(visitorOf(request), () => service.view(request.params.id, preview))
      },
    )
  }

  /** Registers routes for items that are not public, of kinds with states. */
  async function stateRoutes(app: App) {
    if (!kind.states) return
    const { states } = kind
    const address = `/admin${path}/:id`
    addListRoute(
      app,
      `/admin${path}`,
      { tags, summary: `List drafts, hidden and published ${many}, ${order}`, query: states.query, item },
      states.service.listInAllStates,
    )

    app.get(
      address,
      { schema: { tags, summary: `Get ${one} in any state, also in the bin`, params: ItemId, response: { 200: details } } },
      (request) => states.service.viewInAllStates(request.params.id),
    )

    app.post(
      `${address}/preview-link`,
      {
        schema: {
          tags,
          summary: `Create a preview link of ${one} that is a draft or scheduled; anybody opens its page with it`,
          params: ItemId,
          response: { 200: PreviewLink },
          notes: { refuses: [409] },
        },
        config: { recentPassword: false },
      },
      async (request) => {
        const found = await states.service.viewInAllStates(request.params.id)
        if (!isPreviewed(found)) throw conflict('Only drafts and scheduled items have a preview link', 'Load the page again.')
        return previews.createLink(request, { product: states.product, productId: found.id })
      },
    )

    app.get(
      `${address}/files`,
      {
        schema: {
          tags,
          summary: `List the files of ${one} in any state, and the files that were replaced`,
          params: ItemId,
          response: { 200: ItemFiles },
        },
      },
      (request) => states.service.listFiles(request.params.id),
    )

    app.post(
      `${address}/former-files/:file/restore`,
      {
        schema: {
          tags,
          summary: `Restore a replaced file of ${one}; the present file can be restored in turn`,
          params: FileParams,
          response: { 200: details },
        },
        config: { recentPassword: false },
      },
      (request) => states.service.restoreFile(request.params.id, request.params.file, { by: request.actor }),
    )

    app.post(
      `${address}/restore`,
      {
        schema: { tags, summary: `Restore ${one} from the bin`, params: ItemId, response: { 200: details } },
        config: { recentPassword: false },
      },
      (request) => states.service.restore(request.params.id, { by: request.actor }),
    )

    app.delete(
      address,
      {
        schema: {
          tags,
          summary: `Delete ${one} in the bin for good, with its files`,
          params: ItemId,
          response: { 204: z.null() },
        },
        config: { recentPassword: true },
      },
      (request) => states.service.deleteForGood(request.params.id, { by: request.actor, onlyInBin: true }),
    )
  }

  async function adminRoutes(app: App) {
    app.post(
      path,
      {
        schema: {
          tags,
          summary: `${kind.states ? 'Publish' : 'Add'} ${one}`,
          ...documentForm(fields, files),
          response: { 201: details },
        },
        config: { recentPassword: false },
      },
      (request) => withForm(request, form, (sent) => service.add(sent, { by: request.actor })),
    )

    app.patch(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: `Change ${one}; omitted fields stay unchanged`,
          params: ItemId,
          ...documentForm(changes, files, { optional: true }),
          response: { 200: details },
        },
        config: { recentPassword: false },
      },
      (request) => withForm(request, form, (sent) => service.change(request.params.id, sent, { by: request.actor })),
    )

    app.delete(
      `${path}/:id`,
      {
        schema: { tags, summary: kind.states ? `Move ${one} to the bin` : `Remove ${one}`, params: ItemId, response: { 204: z.null() } },
        config: { recentPassword: !kind.states },
      },
      (request) => service.remove(request.params.id, { by: request.actor }),
    )
  }

  return { publicRoutes: [publicRoutes], adminRoutes: [adminRoutes, stateRoutes] }
}
