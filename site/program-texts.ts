import { defineProgramTexts } from './schema.ts'

/** Texts of the six program pages, by slug, in a separate file, so that no other page loads them. */
export const programTexts = defineProgramTexts({
  'relationship-coaching': {
    lines: ['Honest talk and kept promises.', 'A home holds by both of them.'],
    intro: [
      'Most homes are not broken by one great storm. They wear thin by small things: the answer that came too quickly, the money nobody mentioned, the evening when both of you looked at your phones.',
      'We sit with couples, and with those who hope to be one, and help them say the thing they have been walking around. Not to find out who is right, but to find the road back to the same table. We pray where prayer is welcome, and we give homework where it is needed.',
      'Some come before the wedding, with questions they are afraid to ask. Some come after twenty years. Both are early enough.',
    ],
    forWhom: [
      'Couples preparing for marriage who want more than a date and a dress',
      'Husbands and wives who love each other and have stopped talking',
      'Those who live far apart, in two towns or two countries',
      'Anyone healing from a relationship that ended, before beginning the next',
    ],
    session: [
      {
        title: 'First, each is heard',
        text: 'We begin by listening to both of you, one after the other, without interruption and without taking sides.',
      },
      {
        title: 'Then, one knot',
        text: 'We choose a single thing to work on: money, in-laws, trust, children, time. One knot untied loosens the others.',
      },
      {
        title: 'Home with a task',
        text: 'You leave with something small to do before we meet again. A question over supper. A budget on one page. An apology, properly made.',
      },
    ],
    invitation: {
      title: 'Come together, or come first',
      text: 'Many begin alone, and the other one follows. Write to us in your own words; what you tell us stays with us.',
      button: 'Chat with a coach',
    },
  },
  'ladies-empowerment': {
    lines: ['For women who carry much.', 'You need not carry it alone.'],
    intro: [
      'You are the one they call. The mother, the treasurer, the deputy head, the one who knows where the birth certificates are. Strength has become so usual on you that nobody asks any more what it costs.',
      'Here somebody asks. We meet women who lead at home, at work and in the house of God, and who would like to do it from fullness and not from the last drop in the bucket. We speak about calling and about cash flow, about raising daughters, about rest, about saying no without a speech.',
      'What we hope for each woman is simple: that she hears her own name again, and knows that God knew it first.',
    ],
    forWhom: [
      'Women starting or steadying a business, from the kitchen table to the shop',
      'Mothers raising children alone, or as good as alone',
      'Women who lead others and have nobody to ask',
      'Young women choosing between the road expected and the road given',
    ],
    session: [
      { title: 'Put the bag down', text: 'We start with how you really are. There is no need to be impressive here.' },
      {
        title: 'Name the next step',
        text: 'A price to set, a talk to have, a course to apply for. Something you can see from where you stand.',
      },
      { title: 'Walk it in company', text: 'Alone with a coach, or in a small circle of women who will ask you next week how it went.' },
    ],
    invitation: {
      title: 'There is a chair for you',
      text: 'Tell us a little about your days and what you would change first. We will suggest a coach or a circle that fits.',
      button: 'Chat with us',
    },
  },
  'gents-empowerment': {
    lines: ['For men who would rather be known than admired.', 'Come as you are.'],
    intro: [
      'A man learns early to say that he is fine. He says it at work, at church and at the gate of his own house, until nobody asks and he no longer knows the answer himself.',
      'Around this fire he may put that down. We speak plainly about work and the lack of it, about fathers, and about being one; about temper, temptation, debt and faith. Nobody is laughed at, and nobody is let off.',
      'A strong man is not the one who carries everything. He is the one whose family can lean on him because he knows where he leans himself.',
    ],
    forWhom: [
      'Husbands and fathers who want to be present, and not only to provide',
      'Men between jobs, or starting again after a loss',
      'Young men who grew up without a father’s voice',
      'Leaders and elders who have nobody to be honest with',
    ],
    session: [
      {
        title: 'Straight talk',
        text: 'One hour with a coach, on a call or face to face. You say what brought you; he says what he hears.',
      },
      {
        title: 'A plan on one page',
        text: 'Work, money, marriage, children, faith: we look at all five and choose the one that can’t wait.',
      },
      {
        title: 'Brothers who ask',
        text: 'If you like, you join a small group of men. They keep your confidence, and they keep you to your word.',
      },
    ],
    invitation: {
      title: 'Ask for help like a man',
      text: 'That is, early, and in a full sentence. A first message can be one line long.',
      button: 'Chat with a coach',
    },
  },
  'spiritual-and-personal-development': {
    lines: ['Small disciplines, kept for years.', 'They turn belief into a way of living.'],
    intro: [
      'Faith is not lost in one night, and it is not built in one either. It is made of mornings: a psalm before the phone, a prayer that is mostly listening, a promise kept when nobody would have known.',
      'We help you to find a rule of life that fits the life you have, with its early kombi, its shift work and its power cuts. How to pray when you are dry. How to read Scripture slowly. How to fast, save, study, forgive, and begin again on Monday after failing on Friday.',
      'You will not be handed somebody else’s calling. We will keep you company while you learn to recognise your own.',
    ],
    forWhom: [
      'Believers whose prayer has gone quiet and who would like it back',
      'Those at a crossroads: a new job, a move, a loss, a call to serve',
      'Anyone who begins well every January and wonders about March',
    ],
    session: [
      { title: 'Look at the week', text: 'Not the ideal one, the real one. Where does the time go, and where in it is there room?' },
      {
        title: 'Choose one practice',
        text: 'Ten minutes in the morning, a page of writing, a day of rest. Small enough to keep when you are tired.',
      },
      {
        title: 'Review it kindly',
        text: 'Every few weeks we look back together: what held, what slipped, what God may be saying in both.',
      },
    ],
    invitation: {
      title: 'Begin with ten minutes',
      text: 'Tell us where you are, and we will suggest a first practice to try before we talk.',
      button: 'Chat with us',
    },
  },
  'teen-coaching': {
    lines: ['For the years that decide much.', 'Friends, school, faith, and what comes next.'],
    intro: [
      'Between thirteen and nineteen you choose your friends, your subjects and half of your habits, mostly while tired and with everybody watching. It helps to have one grown-up who is neither your parent nor your teacher, and who is not shocked.',
      'We talk with teenagers the way we would have liked to be talked with: straight, short and with respect. About marks that are not your name. About phones, parties and pressure. About bodies, money, God, and the question of what you are for.',
      'Parents are part of it too. We tell them how it goes; what you say in confidence stays with your coach, unless somebody is in danger.',
    ],
    forWhom: [
      'Teenagers from Form 1 to the first year after school',
      'Those choosing subjects, a college or a trade',
      'Those who are grieving, bullied, worried or just very quiet',
      'Parents who want to talk with their child again, and don’t know where to start',
    ],
    session: [
      {
        title: 'A parent says hello',
        text: 'We speak with a parent or guardian first, so that everybody knows who we are and how it works.',
      },
      { title: 'Then it is your hour', text: 'You choose what to talk about. We ask good questions and we don’t preach.' },
      { title: 'One brave thing', text: 'You pick one thing to try before the next time, and nobody picks it for you.' },
    ],
    invitation: {
      title: 'Yours is a good question',
      text: 'Parents and teenagers may both write to us. If it is urgent, say so in the first line.',
      button: 'Chat with us',
    },
  },
  'book-writing-coaching': {
    lines: ['From the first page to the printed book.', 'You have someone beside you at each step.'],
    intro: [
      'You have been told that you should write it down. Perhaps you have begun: a notebook, a folder on the phone, forty pages that stop in the middle of a sentence. The story is not the difficulty. Finishing is.',
      'A writing coach is somebody who expects pages from you. We help you to find the shape of the book, to set a pace that a working life can bear, and to get to the end of a first draft before you start polishing its beginning. Testimonies, memoirs, devotionals, children’s stories, novels, in English, Shona or Ndebele.',
      'And when the draft is done we know the road that follows: editing, design, ISBN, printing and readers.',
    ],
    forWhom: [
      'First-time writers with a story that won’t leave them alone',
      'Pastors and teachers with years of notes and no book',
      'Families who want a grandparent’s life on paper while it can still be told',
      'Writers who have stopped halfway',
    ],
    session: [
      {
        title: 'Read a little',
        text: 'You send a few pages ahead. We read them with care, and tell you what we saw and where we wanted more.',
      },
      {
        title: 'Solve one problem',
        text: 'The opening, the timeline, the aunt who may recognise herself. One thing at a time, talked through to the end.',
      },
      {
        title: 'Set the next pages',
        text: 'You leave with a number of pages and a date. Somebody is waiting for them; that changes everything.',
      },
    ],
    invitation: {
      title: 'Send us one page',
      text: 'It may be rough. Tell us in a line or two what the book wants to be, and we will answer as readers.',
      button: 'Chat with a writing coach',
    },
  },
})
