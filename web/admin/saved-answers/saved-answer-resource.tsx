import MessageSquareText from 'lucide-react/icons/message-square-text'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import { SavedAnswer } from '#contracts/site/contact.ts'
import { read } from '#web/admin/kit/api.ts'
import { defineResource } from '#web/admin/kit/resource.ts'
import { ApiError } from '#web/lib/api/api.ts'

export const savedAnswerResource = defineResource<SavedAnswer>(
  {
    singular: 'saved answer',
    auditNoun: 'answer',
    apiPath: '/saved-answers',
    list: listAnswers,
    fetchOne: findAnswer,
    parse: (json) => SavedAnswer.parse(json),
    nameOf: ({ title }) => title,
    columns: '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_5.5rem]',
    toRow: ({ text }) => ({
      nameLabel: 'Title and text',
      subtitle: text,
      thumbnail: <MessageSquareText aria-hidden className="size-5 text-lamp-deep" />,
      thumbnailClass: 'aspect-square rounded-full grid place-items-center',
      details: [],
    }),
  },
  { listUrl: '/admin/saved-answers' },
)

/** Filters in the browser: the API returns the few answers together. */
async function listAnswers({ q }: ListQuery, init?: RequestInit): Promise<Page<SavedAnswer>> {
  const all = await read(SavedAnswer.array(), '/saved-answers', init)
  const wanted = q?.toLowerCase() ?? ''
  const items = all.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(wanted))
  return { items, total: items.length }
}

async function findAnswer(id: string, init?: RequestInit): Promise<SavedAnswer> {
  const answer = (await listAnswers({}, init)).items.find((candidate) => candidate.id === id)
  if (answer) return answer
  const problem = { type: 'about:blank', title: 'Saved answer not found', status: 404, instance: '/saved-answers', requestId: '' }
  throw new ApiError({ ...problem, code: 'not_found' })
}
