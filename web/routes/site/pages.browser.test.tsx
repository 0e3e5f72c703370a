import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import { faq } from '#site/faq.ts'
import { publishing } from '#site/publishing.ts'
import { site } from '#site/site.ts'
import { findViolations } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { withText } from '#web/lib/contact-links.ts'

const TITLES = ['One', 'Two', 'Three', 'Four', 'Five']
const region = (name: string) => page.getByRole('region', { name })
const textsOf = (elements: Element[]) => elements.map((element) => element.textContent)
const titles = (name: string) => textsOf(region(name).getByRole('article').getByRole('heading').elements())
const hrefs = (selector: string) => [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'))
const link = (text: string) => [...document.querySelectorAll('main a')].find((each) => each.textContent === text)?.getAttribute('href')

/** Filters items by search words and category, like the API */
function narrow<Item extends { title: string; categories: string[] }>(items: Item[]) {
  return ({ searchParams }: URL) => {
    const [q, category] = [searchParams.get('q') ?? '', searchParams.get('category')]
    return items.filter(
      ({ title, categories }) => title.includes(q) && (!category || category.split(',').some((each) => categories.includes(each as never))),
    )
  }
}

function openLists() {
  const books = TITLES.map((title) => buildBook({ id: title, slug: title.toLowerCase(), title }))
  const podcasts = CATEGORIES.map((category) => buildPodcast({ id: category, title: `On ${category}`, categories: [category] }))
  return openFakeApi({ '/books': narrow(books), '/podcasts': narrow(podcasts) })
}

test('the page of a priced book with a password-protected file displays a warning above the buy button', async () => {
  const book = buildBook({ price: 4.5, encrypted: true, pageCount: null })
  const { answers } = openFakeApi({ '/books/sow-in-season': book, '/books': [], '/authors': [] })
  const { unmount } = await openPage('/books/sow-in-season')
  const notice = page.getByText(/^A password is needed to open this book/)
  const buy = page.getByRole('button', { name: 'Get this book for $4.50' })
  await expect.element(notice).toBeVisible()
  await inEachSize(() => {
    expect(notice.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(buy.element().getBoundingClientRect().top)
  })
  await unmount()
  answers['/books/sow-in-season'] = { ...book, encrypted: false, pageCount: 3 }
  await openPage('/books/sow-in-season')
  await expect.element(buy).toBeVisible()
  expect(notice.elements()).toEqual([])
})

test('Home has its hero, four services, the first 4 books and the first 3 episodes', async () => {
  openLists()
  await openPage('/')
  await expect.poll(() => titles('Best Selling Books')).toEqual(TITLES.slice(0, 4))
  expect(titles('Latest Podcasts')).toEqual(CATEGORIES.slice(0, 3).map((category) => `On ${category}`))
  expect([link('Browse All Books'), link('All Episodes')]).toEqual(['/bookshop', '/podcasts'])
  const hero = document.querySelector('[data-hero]') as HTMLElement
  expect(hero.querySelector('h1')?.textContent).toBe(site.brand.vision)
  expect(site.brand.vision).toMatch(/^connecting people to their future$/i)
  expect(hero.querySelectorAll('p > span').length).toBe(2)
  expect(hero.textContent).toMatch(/making wisdom affordable and easy to access for all nations/i)
  expect(hrefs('[data-hero] a')).toEqual(['/bookshop', '/programs/relationship-coaching'])
  const picture = hero.querySelector('img') as HTMLImageElement
  await expect.poll(() => picture.naturalWidth).toBeGreaterThan(0)
  expect(titles('What we offer')).toEqual(['Books', 'Bibles', 'Youth Coaching Podcasts', 'Book Publishing'])
  for (const tile of region('What we offer').getByRole('article').elements()) {
    expect(tile.querySelectorAll('svg').length).toBe(1)
    expect(tile.querySelectorAll('img').length).toBe(1)
    expect(tile.querySelector('p')?.textContent).not.toBe('')
    expect(tile.querySelector('a')?.textContent).toMatch(/^Learn More/)
  }
  await inEachSize(() => {
    const whole = hero.getBoundingClientRect()
    const scene = hero.querySelector('[data-scene]')?.getBoundingClientRect() as DOMRect
    expect(hero.querySelector('[data-overlay]')?.getBoundingClientRect()).toEqual(scene)
    if (whole.width >= 640) {
      expect(scene).toEqual(whole)
      expect(picture.getBoundingClientRect()).toEqual(whole)
    }
  })
})

test.each([true, false])('Home calls its books Best Selling Books, whether they were sold (%s) or not', async (sold) => {
  openFakeApi({ '/books': [buildBook({ sold })], '/podcasts': [] })
  await openPage('/')
  await expect.element(page.getByRole('heading', { name: 'Best Selling Books' })).toBeVisible()
})

test('Home, the bookshop and the page of a book by the founder link to the page with all books of the founder', async () => {
  const book = buildBook({ author: site.founder.name.toUpperCase() })
  const others = [buildBook({ id: '2', title: 'Another', author: site.founder.name })]
  const byFounder = ({ searchParams }: URL) => (searchParams.has('excludeAuthor') ? [] : [book, ...others])
  openFakeApi({ '/books': byFounder, '/podcasts': [], '/authors': [], '/books/sow-in-season': book })
  const shelf = `/books-by-${site.founder.slug}`
  for (const [path, text] of [
    ['/', `Books by ${site.founder.name}`],
    ['/bookshop', 'The founder’s shelf'],
    ['/books/sow-in-season', `Books by ${site.founder.name}`],
  ] as const) {
    const { unmount } = await openPage(path)
    await expect.poll(() => link(text)).toBe(shelf)
    await unmount()
  }
})

test('a bookshop search that also matches books of the founder links to those matches', async () => {
  const founders = buildBook({ id: '1', title: 'Rain', author: site.founder.name })
  const others = buildBook({ id: '2', title: 'Rain and shine' })
  openFakeApi({ '/books': ({ searchParams }: URL) => (searchParams.has('author') ? [founders] : [others]) })
  await openPage('/bookshop?q=rain')
  await expect.poll(() => link(`1 more book by ${site.founder.name}`)).toBe(`/books-by-${site.founder.slug}?q=rain`)
  await expect.element(page.getByText('1 book found')).toBeVisible()
})

test.each([
  ['/bookshop', '/books', '1 book found'],
  ['/podcasts', '/podcasts', '1 episode found'],
])('a search in %s for words with slips lists the matches of the suggested words', async (path, api, count) => {
  openFakeApi({
    [api]: ({ searchParams }: URL) => (searchParams.get('q') === 'sow season' ? [api === '/books' ? buildBook() : buildPodcast()] : []),
    '/search': { results: [], total: 0, nextPage: null, suggestion: 'sow season' },
  })
  await openPage(`${path}?q=sow+seson`)
  await expect.element(page.getByText('Nothing matches “sow seson”. Did you mean sow season?')).toBeVisible()
  expect(link('sow season')).toBe(`${path}?q=sow+season`)
  await expect.element(page.getByText(count)).toBeVisible()
})

test('Home loads covers once the visitor scrolls near them', async () => {
  openLists()
  await openPage('/')
  await expect.poll(() => titles('Best Selling Books').length).toBe(4)
  await expect.poll(() => titles('Latest Podcasts').length).toBe(3)
  const episodes = region('Latest Podcasts').getByRole('article').elements()
  const pictures = () => episodes.flatMap((article) => [...article.querySelectorAll('img')]).length
  for (const episode of episodes) expect(episode.getBoundingClientRect().top).toBeGreaterThan(2 * innerHeight)
  expect(pictures()).toBe(0)
  episodes.at(-1)?.scrollIntoView()
  await expect.poll(pictures).toBeGreaterThan(0)
})

test('the bookshop filters live, offers seven categories, has an empty state and answers four questions', { tags: ['full'] }, async () => {
  openLists()
  await openPage('/bookshop')
  await expect.element(page.getByText('5 books found')).toBeVisible()
  expect(textsOf([...page.getByLabelText('Category').element().querySelectorAll('option')])).toEqual(['All', ...CATEGORIES])
  await page.getByRole('searchbox').fill('Four')
  await expect.element(page.getByText('1 book found')).toBeVisible()
  await page.getByRole('searchbox').fill('zzzz')
  await expect.element(page.getByText('0 books found')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No books found' })).toBeVisible()
  await inEachSize(async () => expect(await findViolations()).toEqual([]))

  const answers: string[] = []
  for (const question of region('Questions readers ask').element().querySelectorAll<HTMLElement>('button[aria-expanded]')) {
    question.click()
    await expect.element(question).toHaveAttribute('aria-expanded', 'true')
    answers.push(document.getElementById(question.getAttribute('aria-controls') ?? '')?.textContent ?? '')
  }
  expect(answers).toEqual(faq.map(({ answer }) => answer))
  expect(answers).toEqual([
    expect.stringMatching(/^Online/),
    expect.stringContaining('can’t be downloaded'),
    expect.stringContaining('contact page'),
    expect.stringContaining('Right away'),
  ])
})

test('the podcasts page filters live, offers seven categories and has an empty state', async () => {
  openLists()
  await openPage('/podcasts')
  await expect.element(page.getByText(`${CATEGORIES.length} episodes found`)).toBeVisible()
  expect(textsOf([...page.getByLabelText('Category').element().querySelectorAll('option')])).toEqual(['All', ...CATEGORIES])
  await page.getByLabelText('Category').selectOptions('Gents Empowerment')
  await expect.element(page.getByText('1 episode found')).toBeVisible()
  await page.getByRole('searchbox').fill('zzzz')
  await expect.element(page.getByRole('heading', { name: 'No episodes found' })).toBeVisible()
})

test('the publishing page lists thirteen services and links to a PDF of the packages', async () => {
  openFakeApi()
  await openPage('/publishing')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const services = [...region('What we do').element().querySelectorAll('summary')].map(({ textContent }) => textContent.toLowerCase())
  expect(services.toSorted()).toEqual(
    [
      'manuscript evaluation',
      'editing',
      'proofreading',
      'design and formatting',
      'printing and distribution',
      'e-book conversion',
      'marketing',
      'author platform',
      'content strategy',
      'isbn registration',
      'copyright registration',
      'reviews',
      'sales analytics',
    ].toSorted(),
  )
  const file = page.getByRole('link', { name: 'Download PDF' }).element() as HTMLAnchorElement
  expect(file.download).toMatch(/\.pdf$/)
  expect(file.pathname).toBe(PACKAGES_PATH)
  for (const { name } of publishing.packages) await expect.element(page.getByRole('heading', { name })).toBeVisible()
  await inEachSize(async () => expect(await findViolations()).toEqual([]))
})

test.each(site.programs)(
  'the program $slug has an intro, its episodes, a link to all episodes and a chat link',
  async ({ slug, title, categories }) => {
    openLists()
    await openPage(`/programs/${slug}`)
    await expect.poll(() => titles('Listen')).toEqual(CATEGORIES.filter((name) => categories.includes(name)).map((name) => `On ${name}`))
    expect(page.getByRole('heading', { level: 1 }).element().textContent).toBe(title)
    expect(region('About the program').element().querySelector('p')?.textContent).not.toBe('')
    expect(link('All Episodes')).toBe(`/podcasts?${new URLSearchParams({ category: categories[0] ?? '' })}`)
    expect(hrefs('[aria-labelledby=invitation] a')).toEqual([
      withText(site.contact.chatLink, `Hello! I would like to know more about ${title}.`),
    ])
  },
)

test('pages display items that have only the fields of the specification', async () => {
  const { coverImageUrl, coverImage, photo } = { ...buildBook(), ...buildPodcast(), ...buildAuthor() }
  const [description, categories] = ['A text.', ['Teen Coaching']]
  const book = {
    id: 'b-1',
    title: 'A bare book',
    author: 'Ruvimbo Chikomo',
    coverImageUrl,
    price: 0,
    description,
    pdfUrl: 'b.pdf',
    categories,
  }
  const podcast = {
    id: 'p-1',
    title: 'A bare talk',
    host: 'Tapiwa Gumbo',
    coverImage,
    audioUrl: 'p.mp3',
    duration: '2:00',
    description,
    categories,
    price: 2,
  }
  const author = { id: 'a-1', name: 'Tapiwa Gumbo', bio: 'He led schools.', photo, books: 0, socialLinks: {} }
  openFakeApi({ '/books': [book], '/books/b-1': book, '/podcasts': [podcast], '/podcasts/p-1': podcast, '/authors': [author] })
  for (const [path, name] of [
    ['/', book.title],
    ['/bookshop', book.title],
    ['/books-by-ruvimbo-chikomo', book.title],
    ['/books/b-1', book.title],
    ['/podcasts', podcast.title],
    ['/programs/teen-coaching', podcast.title],
    ['/podcasts/p-1', podcast.title],
    ['/authors', author.name],
  ]) {
    const { unmount } = await openPage(String(path))
    await expect.element(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()
    expect(document.querySelector('main')?.textContent, path).not.toMatch(/undefined|NaN|null|Invalid/)
    expect(hrefs('a[href*=undefined]'), path).toEqual([])
    for (const image of document.querySelectorAll<HTMLImageElement>('article:has(button) img')) expect(image.src, path).toMatch(/\.webp/)
    await unmount()
  }
})
