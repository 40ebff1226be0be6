//! 판의 한국어. 화면의 말이므로 합니다체로 쓴다.

use super::{FormWords, KeepWords, PanelWords, PieceWords, ShareWords, TokenWords, WholeWords};

pub(super) const WORDS: PanelWords = PanelWords {
    data: "내 데이터",
    share: "저장·공유",
    close: "닫기",
    drop_here: "파일을 아무 데나 놓으면 여기서 읽습니다",
    crash: "이 창에서 문제가 생겼습니다. 페이지를 새로 고치세요. 붙여 넣은 것은 남아 있습니다.",
    piece: PieceWords {
        intro: "행렬을 있는 그대로 붙여 넣거나, 파일을 끌어다 놓거나 고르세요. 넣은 것은 이 페이지 밖으로 나가지 않습니다.",
        title: |number| format!("숫자 {number}"),
        placeholder: "여기에 붙여 넣기: NumPy나 PyTorch 출력, JSON, CSV, 스프레드시트 칸…",
        add: "텍스트 추가",
        choose: "파일 고르기…",
        remove: |title| format!("{title} 지우기"),
        reading: "읽는 중…",
        lines: |count| format!("{count}줄"),
        excerpt: "전체를 그대로 보관하고, 느려지지 않도록 앞부분만 보여 줍니다.",
        binary: "텍스트가 아닌 파일이라 내용을 보여 주지 않습니다.",
        go_to: "그 자리로 가기",
        understood: "이렇게 읽었습니다",
        ask: "골라 주세요",
        role: "쓰임",
        needed: |size| format!("필요한 크기 {size}"),
        preview: "미리 보기",
        preview_of: |shown, all| format!("{all} 가운데 앞의 {shown}"),
        nth_array: |number| format!("배열 {number}"),
        more_arrays: |count| format!("그 밖의 배열 {count}개"),
        find_array: "이름으로 찾기",
        left_out: "쓰지 않습니다. 저장한 문서는 따로 엽니다.",
        encoded: "예전 인코딩으로 저장된 텍스트입니다. 어느 인코딩인가요?",
        korean_encoding: "한국어(EUC-KR, CP949)",
        western_encoding: "서유럽어(Windows-1252)",
        too_large: |name, limit| {
            format!("{name} 파일은 {limit}보다 커서 읽지 않았습니다. 일부만 저장해서 넣어 주세요.")
        },
        unreadable: |name| format!("브라우저가 {name} 파일을 읽지 못했습니다. 다시 골라 주세요."),
    },
    tokens: TokenWords {
        title: "토큰",
        hint: "선택 사항입니다. 행의 이름을 차례대로 적으세요. 이름이 없는 행에는 번호를 붙입니다.",
        placeholder: "데이터| 시각화|는| 힘",
    },
    whole: WholeWords {
        title: "모두 합치면",
        empty: "아직 아무것도 없습니다. 숫자를 넣으면 무엇이 되는지 여기에 나옵니다.",
        misfits: "아직 맞지 않는 것",
        unread: "텍스트에 표시한 곳을 먼저 고치세요.",
        unread_file: "읽을 수 없는 것이 있습니다. 그 아래에 고치는 방법이 나옵니다.",
        notes: "없는 것과 그 대신 쓰는 것",
        too_many: |tokens, limit| {
            format!(
                "토큰이 {tokens}개여서 이 페이지에서 다 다룰 수 없습니다. 고른 곳부터 {limit}개까지 씁니다."
            )
        },
        first: "첫 토큰 번호",
        count: "개수",
        show: "이대로 보기",
        broken: |reason| {
            format!(
                "읽는 프로그램이 멈췄습니다: {reason}. 텍스트는 남아 있습니다. 다시 시도하세요."
            )
        },
        retry: "다시 시도",
        unnamed: "내 데이터",
        by_head: "수가 너무 많아 모든 헤드를 한꺼번에 계산할 수 없습니다. 행렬은 고른 헤드 하나만 계산해 저장하며, 연결과 출력 투영, 모든 단계, 프로그램은 저장할 수 없습니다.",
    },
    keep: KeepWords {
        kept: "붙여 넣거나 고친 것은 이 브라우저 안에만 보관합니다.",
        refused: "이 브라우저에서는 아무것도 보관할 수 없습니다. 페이지를 닫으면 붙여 넣은 것이 사라집니다.",
        forget: "모두 지우기",
        removed: "지웠습니다.",
        undo: "되돌리기",
        beside: "앞서 있던 것에 더했습니다.",
        only_new: "새것만 남기기",
        left_out: "새로 넣은 것은 쓰지 않습니다. 앞서 있던 문서를 따로 엽니다.",
        open_new: "새것만 열기",
    },
    forms: FormWords {
        title: "붙여 넣을 수 있는 것",
        intro: "아래의 것을 그대로 넣을 수 있고, 다른 형식도 많이 읽습니다. 어떻게 읽었는지 알리며, 바꿀 수 있습니다.",
        try_it: |name| format!("넣어 보기: {name}"),
        put_in: "넣어 보기",
        numpy: "NumPy 출력",
        sheet: "토큰이 있는 스프레드시트 칸",
        json: "이름이 있는 JSON",
        markdown: "Markdown 표, 소수점은 쉼표",
        cross: "교차 어텐션: 쿼리와 키",
        scores: "계산해 둔 어텐션 점수",
        files: "파일: .npy, .npz, .safetensors, .csv, .tsv, .json, Embedding Projector의 벡터와 메타데이터, 여기서 저장한 문서.",
    },
    share_side: ShareWords {
        whole: "전체",
        whole_hint: "문서는 여기서 한 비트도 다르지 않게 다시 열립니다. 프로그램은 같은 수를 계산합니다.",
        class: "수업용",
        class_hint: "이 헤드의 수를 종이에 인쇄합니다. 몇 칸을 비우고 정답을 따로 붙입니다.",
        worksheet: "활동지…",
        matrix: "행렬 하나",
        which: "행렬",
        head: "헤드",
        copy: "복사",
        save: "저장",
        png: "PNG 그림",
        saved: |names| format!("저장함: {names}"),
        copied: "복사했습니다.",
        failed: |reason| format!("하지 못했습니다: {reason}"),
        forgotten: "읽는 프로그램이 다시 시작되었습니다. 이 창을 닫고 다시 여세요.",
        nothing_made: "만들지 못했습니다. 다시 시도하세요.",
        link: "링크",
        copy_link: "링크 복사",
        link_hint: "화면에 있는 모든 것이 주소 안에 들어 있으며, 어떤 서버에도 저장하지 않습니다.",
        link_length: |length| format!("{length}자입니다."),
        frame: "다른 페이지에 넣을 틀",
        copy_frame: "틀 복사",
        frame_hint: "강의 페이지나 노트북의 HTML에 넣으면 같은 화면이 보이고, 단계를 넘겨 볼 수 있습니다.",
        too_long_link: "이 수들은 주소 하나에 다 담기지 않습니다. 문서를 저장해서 파일로 공유하세요.",
        long_link: |length| {
            format!(
                "{length}자입니다. 이 길이의 주소는 메신저나 메일에서 잘릴 수 있습니다. 저장한 문서는 잘리지 않습니다."
            )
        },
    },
};
