import { expect, test } from 'vitest'
import { createNormalPath } from './normal-path.ts'

const normalPath = createNormalPath({
  root: { id: 'root', path: '' },
  layout: { id: 'layout', parentId: 'root' },
  home: { id: 'home', parentId: 'layout', index: true },
  bookshop: { id: 'bookshop', parentId: 'layout', path: 'bookshop' },
  book: { id: 'book', parentId: 'layout', path: 'books/:slug' },
  founder: { id: 'founder', parentId: 'layout', path: ':page' },
  missing: { id: 'missing', parentId: 'layout', path: '*' },
  sitemap: { id: 'sitemap', parentId: 'root', path: 'sitemap.xml' },
  admin: { id: 'admin', parentId: 'root', path: 'admin' },
  edit: { id: 'edit', parentId: 'admin', path: 'books/:id/edit' },
})

test.each([
  ['/', '/'],
  ['/bookshop', '/bookshop'],
  ['/bookshop/', '/bookshop'],
  ['/BOOKSHOP', '/bookshop'],
  ['/%62ookshop', '/bookshop'],
  ['/books/Some-Id/', '/books/Some-Id'],
  ['/Books/%D7%A9', '/books/%D7%A9'],
  ['/sitemap.xml/', '/sitemap.xml'],
  ['/Admin/books/Ab-C/EDIT', '/admin/books/Ab-C/edit'],
  ['/Books-By-Rudo-Dube/', '/books-by-rudo-dube'],
  ['/nowhere/', '/nowhere/'],
  ['/nowhere/else/', '/nowhere/else/'],
  ['//evil.example/', '//evil.example/'],
  ['/bookshop.data', '/bookshop.data'],
])('the normal form of %s is %s', (path, normal) => {
  expect(normalPath(path)).toBe(normal)
})
