import type { ComponentProps } from 'react'
import { useOutlet, useSearchParams } from 'react-router'
import type { Resource } from '../resource.ts'
import { ItemList } from './item-list.tsx'
import { useAdminList } from './use-admin-list.ts'

/** The page of a list. The list stays in memory while one of its forms, a route below it, is open in its place. */
export function ListPage<Item extends { id: string }>({
  resource,
  ...look
}: { resource: Resource<Item> } & Omit<ComponentProps<typeof ItemList<Item>>, 'resource' | 'list'>) {
  const [params] = useSearchParams()
  const formIsOpen = useOutlet() !== null
  const list = useAdminList(resource, { q: params.get('q') ?? '', shown: !formIsOpen })
  const form = useOutlet(list)
  return form ?? <ItemList resource={resource} list={list} {...look} />
}
