import { inBrowser, type Router } from "vitepress"
import { nextTick } from "vue"

/** Scrolls the side bar, and nothing else, so that the link of the open page is visible. */
export function showOpenPage(router: Router): void {
  if (!inBrowser) return
  const before = router.onAfterPageLoad
  router.onAfterPageLoad = async (to) => {
    await before?.(to)
    await nextTick()
    // The side bar marks its link one tick after the page has changed.
    requestAnimationFrame(scrollToOpenPage)
  }
}

function scrollToOpenPage(): void {
  const bar = document.querySelector(".VPSidebar")
  const link = bar?.querySelector(".is-active > .item")
  if (!bar || !link) return
  const { top, bottom } = link.getBoundingClientRect()
  const frame = bar.getBoundingClientRect()
  const navigation = document.querySelector(".VPNav")?.getBoundingClientRect().bottom ?? 0
  if (top < Math.max(frame.top, navigation) || bottom > frame.bottom)
    bar.scrollTop += (top + bottom) / 2 - (frame.top + frame.bottom) / 2
}
