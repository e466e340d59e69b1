import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import type { Device } from './devices.ts';

/** A browser without a screen draws no pointer. This one is drawn by the page and follows the real one; a press shows as a ring. */
const POINTER = `
addEventListener('DOMContentLoaded', () => {
  const ns = 'http://www.w3.org/2000/svg';
  const mark = document.createElement('div');
  mark.setAttribute('aria-hidden', 'true');
  mark.style.cssText = 'position:fixed;left:0;top:0;z-index:2147483647;pointer-events:none;transition:scale 90ms';
  const svg = document.createElementNS(ns, 'svg');
  const path = document.createElementNS(ns, 'path');
  if (TOUCH) {
    svg.setAttribute('viewBox', '-20 -20 40 40');
    svg.style.cssText = 'position:absolute;width:40px;height:40px;left:-20px;top:-20px';
    path.setAttribute('d', 'M-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0z');
    path.setAttribute('fill', 'rgb(28 74 166 / .28)');
    path.setAttribute('stroke', 'rgb(28 74 166 / .6)');
    mark.style.opacity = '0';
  } else {
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.style.cssText = 'position:absolute;width:22px;height:22px;left:-3px;top:-2px';
    path.setAttribute('d', 'M4 2v17.2l4.6-4.3 2.9 6.6 3-1.3-2.9-6.5h6.3z');
    path.setAttribute('fill', '#1d1a14');
    path.setAttribute('stroke', '#fff');
    path.setAttribute('stroke-width', '1.4');
  }
  svg.append(path);
  mark.append(svg);
  document.body.append(mark);
  const move = ({ clientX, clientY }) => {
    mark.style.transform = 'translate(' + clientX + 'px,' + clientY + 'px)';
  };
  let hiding;
  addEventListener('pointermove', move, true);
  addEventListener('pointerdown', (event) => {
    move(event);
    mark.style.scale = '.8';
    clearTimeout(hiding);
    if (TOUCH) mark.style.opacity = '1';
  }, true);
  addEventListener('pointerup', () => {
    mark.style.scale = '1';
    if (TOUCH) hiding = setTimeout(() => { mark.style.opacity = '0'; }, 350);
  }, true);
});`;

/** Call it before the first page is opened. */
export async function startPointer(page: Page, device: Device): Promise<void> {
  const content = POINTER.replaceAll('TOUCH', String(device.context.isMobile === true));
  await page.addInitScript({ content });
}

/** Moves a page on where the bar of tabs lies over its end and would take the press. */
async function uncover(target: Locator, { context, height }: Device): Promise<void> {
  const page = target.page();
  const box = await target.boundingBox();
  const isCovered = box !== null && box.y + box.height > height - 80;
  if (context.isMobile !== true || !isCovered || (await page.getByRole('dialog').count()) > 0) return;
  await page.evaluate(`scrollBy(0, ${height / 2})`);
  await sleep(600);
}

/** Goes there as a hand would, stops to look, and presses. A finger is there at once. */
export async function press(target: Locator, device: Device): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await uncover(target, device);
  const box = await target.boundingBox();
  if (!box) throw new Error('what is to be pressed is not on the page');
  const [x, y] = [box.x + Math.min(box.width / 2, 60), box.y + box.height / 2];
  const page = target.page();
  if (device.context.isMobile) {
    await sleep(350);
    await page.touchscreen.tap(x, y);
  } else {
    await page.mouse.move(x, y, { steps: 24 });
    await sleep(300);
    await page.mouse.down();
    await sleep(90);
    await page.mouse.up();
  }
  await sleep(450);
}
