/** What scripts find on `window`: of classic scripts, of vendors, and of single browsers. */

interface Window {
  /** The timer of `too_old.js`, until the module of the page has started. */
  notStarted: number;
  /** Of `tap_guard.js`, for programs that drive a page. */
  changing: (change: () => void) => void;
}

interface Navigator {
  /** Safari: whether the sounds of a page interrupt others. */
  audioSession?: { type: string };
}

declare namespace Idiomorph {
  interface Options {
    morphStyle: "outerHTML" | "innerHTML";
    ignoreActiveValue?: boolean;
    callbacks?: {
      beforeNodeMorphed?: (old: Node, fresh: Node) => boolean;
      beforeAttributeUpdated?: (name: string, node: Element, how: "update" | "remove") => boolean;
    };
  }
  function morph(old: Element, fresh: Element | string, options: Options): void;
}

declare function sha256(message: Uint8Array): string;
declare namespace sha256 {
  namespace hmac {
    function arrayBuffer(key: Uint8Array, message: Uint8Array): ArrayBuffer;
  }
}
