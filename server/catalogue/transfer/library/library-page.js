/* Search, filters and player of the page. Browsers of old laptops run it, from a file: it uses no newer syntax and requests nothing. */
;(() => {
  const form = document.getElementById('search')
  const words = document.getElementById('words')
  const kind = document.getElementById('kind')
  const language = document.getElementById('language')
  const count = document.getElementById('count')
  const reset = document.getElementById('show-all')
  const all = (selector, root) => Array.prototype.slice.call((root || document).querySelectorAll(selector))
  const items = all('.item').map((element) => ({ element: element, text: undefined }))

  /** Lower case without accents, vowel signs and apostrophes, since keyboards differ. */
  function plain(text) {
    return text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670'’‘ʼ`\u00ad\u200b-\u200f]/g, '')
      .replace(/[-‐‑–—]/g, ' ')
      .toLowerCase()
  }

  function textOf(item) {
    if (item.text === undefined) {
      const parts = all('h3, .subtitle, .by, .facts, .more', item.element).map((part) => part.textContent)
      item.text = plain(`${parts.join(' ')} ${item.element.getAttribute('data-subjects') || ''}`)
    }
    return item.text
  }

  function counted(number, one, many) {
    return `${number} ${number === 1 ? one : many}`
  }

  function search() {
    const wanted = plain(words.value).split(/\s+/).filter(Boolean)
    const chosenKind = kind ? kind.value : ''
    const chosenLanguage = language ? language.value : ''
    const found = { book: 0, episode: 0, author: 0 }
    for (const item of items) {
      const own = item.element.getAttribute('data-kind')
      const fits =
        (!chosenKind || own === chosenKind) &&
        (!chosenLanguage || item.element.getAttribute('data-language') === chosenLanguage) &&
        wanted.every((word) => textOf(item).indexOf(word) >= 0)
      item.element.hidden = !fits
      if (fits) found[own] += 1
    }
    for (const section of all('section')) section.hidden = found[section.getAttribute('data-kind')] === 0
    const isNarrowed = wanted.length > 0 || Boolean(chosenKind) || Boolean(chosenLanguage)
    const parts = [
      found.book > 0 && counted(found.book, 'book', 'books'),
      found.episode > 0 && counted(found.episode, 'episode', 'episodes'),
      found.author > 0 && counted(found.author, 'author', 'authors'),
    ].filter(Boolean)
    const last = parts.pop()
    const list = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
    if (!last) count.textContent = 'Nothing found. Try fewer or other words.'
    else count.textContent = isNarrowed ? `Found: ${list}` : list
    reset.hidden = !isNarrowed
  }

  let timer
  words.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, 150)
  })
  for (const select of [kind, language]) if (select) select.addEventListener('change', search)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    search()
  })
  reset.addEventListener('click', () => {
    form.reset()
    search()
    words.focus()
  })
  for (const button of all('[data-author]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      form.reset()
      words.value = button.getAttribute('data-author')
      search()
      words.focus()
    })
  }
  form.hidden = false
  // Browsers restore the fields when a reader comes back from a book.
  addEventListener('pageshow', search)

  /** Replaces a picture that is not there, as on phones that open the page without its folder. */
  function dropPicture(image) {
    const blank = document.createElement('span')
    blank.className = 'blank'
    image.parentNode.replaceChild(blank, image)
  }
  for (const image of all('.item > img')) {
    if (image.complete && image.naturalWidth === 0) dropPicture(image)
    else image.addEventListener('error', () => dropPicture(image))
  }

  /** Returns the player of an episode, which is added when the episode is first played, since many players would be slow. */
  function playerOf(item, button) {
    const existing = item.querySelector('audio')
    if (existing) return existing
    const audio = document.createElement('audio')
    audio.controls = true
    audio.preload = 'metadata'
    audio.src = button.getAttribute('data-file')
    audio.setAttribute('aria-label', item.querySelector('h3').textContent)
    const label = button.firstElementChild
    audio.addEventListener('play', () => {
      label.textContent = 'Pause'
      for (const other of all('audio')) if (other !== audio) other.pause()
    })
    audio.addEventListener('pause', () => {
      label.textContent = 'Listen'
    })
    audio.addEventListener('error', () => {
      const trouble = document.createElement('p')
      trouble.className = 'trouble'
      trouble.setAttribute('role', 'alert')
      trouble.textContent = 'This browser can’t play the recording. Open the file with another app, such as VLC: '
      const link = document.createElement('a')
      link.href = audio.src
      link.textContent = decodeURIComponent(button.getAttribute('data-file'))
      trouble.appendChild(link)
      audio.parentNode.replaceChild(trouble, audio)
      label.textContent = 'Listen'
    })
    button.parentNode.parentNode.insertBefore(audio, button.parentNode.nextSibling)
    return audio
  }

  function play(audio) {
    const started = audio.play()
    if (started) started.catch(() => undefined)
  }

  // Without scripts, a link opens the recording in the browser's own player.
  for (const link of all('a.listen')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button listen'
    button.setAttribute('data-file', link.getAttribute('href'))
    button.innerHTML = link.innerHTML
    button.addEventListener('click', () => {
      const audio = playerOf(button.closest('.item'), button)
      if (audio.paused) play(audio)
      else audio.pause()
    })
    link.parentNode.replaceChild(button, link)
  }

  function playFrom(item, seconds) {
    const audio = playerOf(item, item.querySelector('.listen'))
    const start = () => {
      audio.currentTime = seconds
      play(audio)
    }
    if (audio.readyState > 0) start()
    else audio.addEventListener('loadedmetadata', start, { once: true })
  }

  // Chapters become buttons when their list is opened.
  document.addEventListener(
    'toggle',
    (event) => {
      for (const chapter of all('.chapters [data-start]', event.target)) {
        const button = document.createElement('button')
        button.type = 'button'
        button.className = 'link'
        button.innerHTML = chapter.innerHTML
        const seconds = Number(chapter.getAttribute('data-start'))
        button.addEventListener('click', () => playFrom(button.closest('.item'), seconds))
        chapter.parentNode.replaceChild(button, chapter)
      }
    },
    true,
  )
})()
